package io.tenure.server.apply;

import io.tenure.core.model.Outcome;

/**
 * Whoever waits for what becomes of a command. Called on the applier's thread or, on failure, on
 * any other; must return at once, and must not call back into the shard.
 */
public interface Answer {
  /**
   * The command was applied. {@link Outcome.Queued} is followed by another call when the request is
   * granted ({@link Outcome.Granted}, {@link Outcome.Converted}) or has ended ({@link
   * Outcome.Ended}); everything else is the last call.
   */
  void applied(Outcome outcome);

  /** Nothing more will be heard here. */
  void failed(Failure failure);

  /** Of several who wait for the same request the one with the greatest number is answered. */
  default long arrivalSequence() {
    return 0;
  }

  /** Where the answer goes; flushed after a batch of answers. */
  Outbox outbox();
}
