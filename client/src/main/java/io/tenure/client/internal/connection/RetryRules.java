package io.tenure.client.internal.connection;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Retry;

/**
 * What the reason of an error means for a retry: one place for calls on the stream and for plain
 * calls.
 */
public final class RetryRules {
  /** What to do with a call that was refused. */
  enum Action {
    /** Send it to another server: this one does not lead the shard. */
    REDIRECT,
    /** Send it again after a pause. */
    RETRY,
    /** Send it again, but not for ever if it is a watch: nothing else limits that. */
    RETRY_FOR_A_WHILE,
    FAIL
  }

  private RetryRules() {}

  /** For a call on the stream, which may be received twice. */
  static Action action(Error error, Call.Lane lane) {
    return switch (error.getReason()) {
      case NOT_LEADER -> Action.REDIRECT;
      case OVERLOADED -> Action.RETRY_FOR_A_WHILE;
      case NO_LEADER, LEADERSHIP_LOST, SHUTTING_DOWN, SUPERSEDED, SLOW_SUBSCRIBER -> Action.RETRY;
      default ->
          lane == Call.Lane.GIVE_BACK && error.getRetry() != Retry.RETRY_NEVER
              ? Action.RETRY
              : Action.FAIL;
    };
  }

  /**
   * Whether another server, or the same one a little later, may take a plain call that this error
   * has refused without executing it.
   */
  public static boolean isTransient(io.tenure.client.error.Reason reason) {
    return switch (reason) {
      case NOT_LEADER, NO_LEADER, SHUTTING_DOWN -> true;
      default -> false;
    };
  }

  /**
   * Whether a watch over plain calls may go on at another server. A watch changes nothing, so it
   * may go on after any failure that is not about the watch itself.
   */
  public static boolean mayResumeWatch(io.tenure.client.error.Reason reason) {
    return switch (reason) {
      case UNREACHABLE, NO_ANSWER, CONNECTION_LOST, OVERLOADED, SLOW_SUBSCRIBER -> true;
      default -> isTransient(reason);
    };
  }

  /**
   * Whether the error forbids a retry and still leaves open what became of an earlier copy. The
   * service has met the request before, and does not know its outcome.
   */
  static boolean leavesOpen(Reason reason) {
    return reason == Reason.REQUEST_FORGOTTEN || reason == Reason.SUPERSEDED;
  }

  /** The same, for a plain call: it has no number, but a node that forwards it gives it one. */
  public static boolean leavesOpen(io.tenure.client.error.Reason reason) {
    return reason == io.tenure.client.error.Reason.REQUEST_FORGOTTEN
        || reason == io.tenure.client.error.Reason.SUPERSEDED;
  }
}
