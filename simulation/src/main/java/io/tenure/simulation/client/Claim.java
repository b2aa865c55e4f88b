package io.tenure.simulation.client;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.world.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request as its client sees it: waiting, then possibly held, then ended. */
public abstract class Claim {
  private final Node client;
  private final String owner;
  private final List<Target> targets;
  private final ClaimListener listener;
  private @Nullable Hold hold;
  private boolean over;

  public Claim(Node client, String owner, List<Target> targets, ClaimListener listener) {
    this.client = client;
    this.owner = owner;
    this.targets = List.copyOf(targets);
    this.listener = listener;
  }

  public final Node client() {
    return client;
  }

  public final String owner() {
    return owner;
  }

  public final List<Target> targets() {
    return targets;
  }

  /** Whether the client regards itself as the holder. */
  public final boolean isHeld() {
    return hold != null;
  }

  public final boolean isOver() {
    return over;
  }

  /** The hold as the client knows it. Only while it is held. */
  public final Hold hold() {
    if (hold == null) {
      throw new IllegalStateException(client + " does not hold " + targets);
    }
    return hold;
  }

  /** Releases the hold. The client stops regarding itself as the holder at once. */
  public abstract void release();

  /** Stops waiting. If the request was granted meanwhile, releases it. */
  public abstract void giveUp();

  /** Converts the hold to another mode, which may take a while. */
  public void convert(Mode mode) {
    throw new UnsupportedOperationException("convert");
  }

  /** Sets the value of the hold. */
  public void setValue(Value value) {
    throw new UnsupportedOperationException("setValue");
  }

  public final ClaimListener listener() {
    return listener;
  }

  public final void becomeHolder(Hold granted) {
    stopBeingHolder();
    hold = granted;
    client.world().trace().becameHolder(client, granted);
  }

  protected final void stopBeingHolder() {
    if (hold != null) {
      Hold ended = hold;
      hold = null;
      client.world().trace().believesNoMore(client, ended);
    }
  }

  public final void finish() {
    stopBeingHolder();
    over = true;
  }
}
