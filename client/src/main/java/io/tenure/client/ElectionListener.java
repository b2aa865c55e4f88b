package io.tenure.client;

import io.tenure.client.error.TenureException;

/**
 * Hears of an election, one thing after the other. If a method throws, that is logged, and the next
 * change is told all the same.
 */
public interface ElectionListener {
  /** Somebody leads who did not before. */
  void elected(Leader leader);

  /** The leader has proclaimed something new. */
  default void proclaimed(Leader leader) {}

  /** Nobody leads. */
  default void vacant() {}

  /** The observation is over, without having been closed. */
  default void ended(TenureException why) {}
}
