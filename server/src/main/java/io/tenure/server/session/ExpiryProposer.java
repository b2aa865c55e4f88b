package io.tenure.server.session;

import io.tenure.core.model.SessionId;
import java.util.concurrent.CompletableFuture;

/**
 * How a {@link SessionClock} proposes to its shard that sessions have expired, and makes sure that
 * this node leads the shard. Neither method blocks or throws.
 */
public interface ExpiryProposer {
  /**
   * Completes when it is certain that this node still led, in this term, at a moment after the
   * call; else exceptionally with a {@link io.tenure.server.apply.FailureException}. Once the term
   * is over, this can only fail.
   */
  CompletableFuture<Void> confirmLeadership(long term);

  /**
   * Proposes that the session has expired. The command must take effect in this term or never: by
   * the next term the session may have been kept alive again, even if the same node leads it.
   *
   * @param notExpired is run, once, if the command does not take effect: it was not proposed and
   *     never will be, or its term is over. Not run if the command was applied, which {@link
   *     SessionClock#ended} tells. May be run before this method returns
   */
  void expire(long term, SessionId session, Runnable notExpired);
}
