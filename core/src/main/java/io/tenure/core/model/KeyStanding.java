package io.tenure.core.model;

import java.util.List;

/**
 * Who holds and who waits at one key.
 *
 * @param holds by token, the longest-standing {@value #MAX_HOLDS} if a state was asked; those that
 *     reach the key from above are among them only where the method that returns this says so
 * @param waiters the first requests with a target at this very key, in the order of the queue
 * @param waiting how many such requests there are in all
 */
public record KeyStanding(Key key, List<Hold> holds, List<WaitingRequest> waiters, int waiting) {
  /** A semaphore may have a million holders, and who asks holds the applier up. */
  public static final int MAX_HOLDS = 1_000;
}
