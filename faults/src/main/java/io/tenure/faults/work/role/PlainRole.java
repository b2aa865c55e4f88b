package io.tenure.faults.work.role;

import io.tenure.client.Target;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.Keyspace.Taste;
import io.tenure.faults.work.plain.PlainCalls;
import io.tenure.faults.work.plain.PlainSession;
import io.tenure.faults.work.resource.ResourceUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Locks by plain calls, in a session that it opens again now and then. */
final class PlainRole implements Role {
  private static final List<Taste> TASTES =
      List.of(Taste.HOT, Taste.OWN, Taste.OWN, Taste.SHARED, Taste.PERMIT, Taste.SUBTREE);

  private final ClientContext self;
  private final PlainCalls calls;
  private final ResourceUse using;
  private @Nullable PlainSession session;

  PlainRole(ClientContext self, PlainCalls calls) {
    this.self = self;
    this.calls = calls;
    this.using = new ResourceUse(self);
  }

  @Override
  public void step() throws InterruptedException {
    self.pacer().await(2);
    PlainSession present = session;
    if (present == null || !present.isGood()) {
      present = PlainSession.open(self, calls, true);
      session = present;
    }
    if (present == null) {
      return;
    }
    Taste taste = TASTES.get(self.random().nextInt(TASTES.size()));
    List<Target> targets = self.keys().choose(taste, self.shard(), self.name(), self.random());
    long token = present.acquire(targets, self.chance(50) ? 0 : self.random().nextInt(1_500));
    if (token == 0) {
      return;
    }
    try {
      use(present, targets, token);
    } finally {
      giveBack(present, token);
    }
  }

  private void giveBack(PlainSession present, long token) throws InterruptedException {
    if (self.chance(95)) {
      present.release(token);
    } else {
      present.close();
      session = null;
    }
  }

  private void use(PlainSession present, List<Target> targets, long token)
      throws InterruptedException {
    if (self.chance(15)) {
      present.setValue(token);
    }
    using.use(targets, token, present::isGood);
  }

  @Override
  public void end() throws InterruptedException {
    PlainSession present = session;
    if (present != null) {
      present.close();
    }
  }
}
