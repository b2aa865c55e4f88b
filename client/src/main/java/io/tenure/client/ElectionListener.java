package io.tenure.client;

import io.tenure.client.error.TenureException;

/**
 * Receives the changes of an election, one at a time. If a method throws, the exception is logged
 * and the next change is reported.
 */
public interface ElectionListener {
  /** A new leader was elected. */
  void elected(Leader leader);

  /** The leader has proclaimed a new value. */
  default void proclaimed(Leader leader) {}

  /** Nobody leads. */
  default void vacant() {}

  /** The observation has ended, without having been closed. */
  default void ended(TenureException why) {}
}
