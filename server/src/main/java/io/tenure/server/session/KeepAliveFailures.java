package io.tenure.server.session;

import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Failure.Kind;
import io.tenure.server.apply.FailureException;
import java.util.concurrent.CompletionException;

/** Why a keep-alive is not acknowledged. */
final class KeepAliveFailures {
  static final Failure NOT_LEADER =
      new Failure(Kind.NOT_LEADER, "this node does not lead the shard", null);
  static final Failure OVERLOADED =
      new Failure(Kind.OVERLOADED, "too many keep-alives wait to be confirmed", null);
  static final Failure LEADERSHIP_LOST =
      new Failure(
          Kind.LEADERSHIP_LOST, "leadership was lost before the keep-alive was confirmed", null);
  static final Failure NOT_CONFIRMED_IN_TIME =
      new Failure(Kind.LEADERSHIP_LOST, "leadership was not confirmed in time", null);

  private KeepAliveFailures() {}

  /** Whether a confirmation of leadership failed in a way that it may. */
  static boolean isExpected(Throwable error) {
    return cause(error) instanceof FailureException;
  }

  static Throwable cause(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    return cause == null ? error : cause;
  }

  /** What a confirmation of leadership failed with. */
  static Failure of(Throwable error) {
    Throwable cause = cause(error);
    return cause instanceof FailureException known
        ? known.failure()
        : new Failure(Kind.LEADERSHIP_LOST, "leadership was not confirmed: " + cause, null);
  }
}
