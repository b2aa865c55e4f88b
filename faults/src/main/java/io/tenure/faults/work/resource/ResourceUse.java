package io.tenure.faults.work.resource;

import io.tenure.client.Mode;
import io.tenure.client.Target;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.Keyspace;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What a holder does with the resources of its keys. The unfenced one it uses only while it is
 * certain to hold; at the fenced one it may come late, for which that is there.
 */
public final class ResourceUse {
  private static final int MAX_USES = 3;

  private final ClientContext self;

  public ResourceUse(ClientContext self) {
    this.self = self;
  }

  /**
   * Uses one of the resources for a while.
   *
   * @param holds whether it is certain that the caller still holds
   */
  public void use(List<Target> held, long token, BooleanSupplier holds)
      throws InterruptedException {
    use(held, token, holds, self.holdingMillis());
  }

  /** Uses one of the resources for so long. */
  public void use(List<Target> held, long token, BooleanSupplier holds, long millis)
      throws InterruptedException {
    Target target = held.get(self.random().nextInt(held.size()));
    String key = Keyspace.usable(target, self.random());
    // Those who share have several tokens at a time, of which the fence would take the last.
    if (target.mode() == Mode.EXCLUSIVE && self.random().nextBoolean()) {
      useFenced(key, token, millis);
    } else {
      useUnfenced(key, token, holds, millis);
    }
  }

  private void useFenced(String key, long token, long millis) throws InterruptedException {
    int uses = 1 + self.random().nextInt(MAX_USES);
    for (int i = 0; i < uses && self.resources().use(key, token); i++) {
      self.linger(millis / uses, () -> true);
    }
  }

  private void useUnfenced(String key, long token, BooleanSupplier holds, long millis)
      throws InterruptedException {
    if (!holds.getAsBoolean()) {
      return;
    }
    self.resources().begin(key, token);
    try {
      self.linger(millis, holds);
    } finally {
      self.resources().end(key);
    }
  }
}
