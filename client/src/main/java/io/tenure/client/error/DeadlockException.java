package io.tenure.client.error;

import java.util.List;

/**
 * The request would have waited for ever: the parties that hold or wait for its keys wait, directly
 * or through others, for the party that asks. That party may be the only one: a thread that asks
 * for a key which it holds itself.
 */
public final class DeadlockException extends TenureException {
  private final transient List<DeadlockLink> cycle;

  public DeadlockException(String message, List<DeadlockLink> cycle) {
    super(Reason.DEADLOCK, message, null);
    this.cycle = List.copyOf(cycle);
  }

  /**
   * Who waits for whom, in the order of waiting; the longest cycles are cut off. Empty if it was
   * found only while this one waited, because something else was released or upgraded.
   */
  public List<DeadlockLink> cycle() {
    return cycle;
  }
}
