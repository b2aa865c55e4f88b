package io.tenure.simulation.client;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.simulation.world.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request as its client sees it: it waits, then perhaps it is held, and then it is over. */
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

  /** Whether the client calls itself holder. */
  public final boolean isHeld() {
    return hold != null;
  }

  public final boolean isOver() {
    return over;
  }

  /** What is held, as the client knows it. Only while it is held. */
  public final Hold hold() {
    if (hold == null) {
      throw new IllegalStateException(client + " does not hold " + targets);
    }
    return hold;
  }

  /** Gives back what is held. From now on the client no longer calls itself holder. */
  public abstract void release();

  /** Stops waiting. Should it have been granted meanwhile, it is given back. */
  public abstract void giveUp();

  /** Turns what is held into another mode, which may take a while. */
  public void convert(Mode mode) {
    throw new UnsupportedOperationException("convert");
  }

  /** Gives what is held another value. */
  public void setValue(Value value) {
    throw new UnsupportedOperationException("setValue");
  }

  public final ClaimListener listener() {
    return listener;
  }

  public final void believe(Hold granted) {
    disbelieve();
    hold = granted;
    client.world().trace().believes(client, granted);
  }

  protected final void disbelieve() {
    if (hold != null) {
      Hold ended = hold;
      hold = null;
      client.world().trace().believesNoMore(client, ended);
    }
  }

  public final void finish() {
    disbelieve();
    over = true;
  }
}
