package io.tenure.simulation.client;

import io.tenure.core.model.Target;
import java.util.List;

/**
 * What a worker sets out to do.
 *
 * @param patience after how long it stops waiting, or 0 for never
 * @param writes how many writes it makes while it holds
 * @param pace about how long it takes between two steps
 */
record Errand(
    List<Target> targets, boolean mayWait, long patience, int writes, long pace, Twist twist) {

  /** What it does apart from writing and releasing. */
  enum Twist {
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
