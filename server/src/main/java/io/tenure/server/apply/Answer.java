package io.tenure.server.apply;

import io.tenure.core.model.Outcome;

/**
 * Receives the result of a command. Called on the apply thread or, on failure, on any other; must
 * return at once, and must not call back into the shard.
 */
public interface Answer {
  /**
   * The command was applied. {@link Outcome.Queued} is followed by another call when the request is
   * granted ({@link Outcome.Granted}, {@link Outcome.Converted}) or has ended ({@link
   * Outcome.Ended}); everything else is the last call.
   */
  void applied(Outcome outcome);

  /** No outcome will come. Nothing follows. */
  void failed(Failure failure);

  /**
   * Of several answers that wait for the same request, the one with the greatest number is used.
   */
  default long arrivalSequence() {
    return 0;
  }

  /** Where the answer goes; flushed after a batch of answers. */
  Outbox outbox();
}
