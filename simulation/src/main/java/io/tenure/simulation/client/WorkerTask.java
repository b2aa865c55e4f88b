package io.tenure.simulation.client;

import io.tenure.core.model.Target;
import java.util.List;

/**
 * One task of a worker: the locks that it requests and what it does with them.
 *
 * @param patience the wait timeout, or 0 for none
 * @param writes the number of writes while it holds the locks
 * @param pace the mean time between two steps
 */
record WorkerTask(
    List<Target> targets, boolean mayWait, long patience, int writes, long pace, Variation twist) {

  /** What it does in addition to writing and releasing. */
  enum Variation {
    NONE,
    /** Turns a shared hold into an exclusive one. */
    UPGRADE,
    /** Turns an exclusive hold into a shared one. */
    DOWNGRADE,
    /** Asks for another key while it holds the first. */
    SECOND_KEY,
    SET_VALUE,
    /** Closes the client's session instead of releasing. */
    LEAVE
  }
}
