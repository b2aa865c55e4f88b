package io.tenure.client;

import java.util.List;

/** It would have waited for ever: those in the way wait, in the end, for the one who asks. */
public final class DeadlockException extends TenureException {
  private final transient List<Wait> cycle;

  DeadlockException(String message, List<Wait> cycle) {
    super(Reason.DEADLOCK, message, null);
    this.cycle = List.copyOf(cycle);
  }

  /**
   * Who waits for whom, in the order of waiting; the longest cycles are cut off. Empty if it was
   * found only while this one waited, because something else was released or upgraded.
   */
  public List<Wait> cycle() {
    return cycle;
  }
}
