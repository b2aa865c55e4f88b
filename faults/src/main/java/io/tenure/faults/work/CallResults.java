package io.tenure.faults.work;

import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.faults.history.Result;
import io.tenure.faults.history.Result.Kind;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Translates the end of a call into what it says about whether the operation was done. Only what
 * the public client guarantees counts as not done; anything in doubt is unknown.
 */
public final class CallResults {
  /** With these the service has looked at the request and has decided against it. */
  private static final Set<Reason> DECIDED_AGAINST =
      EnumSet.of(
          Reason.KIND_MISMATCH,
          Reason.NOT_HELD,
          Reason.NOT_CONVERTIBLE,
          Reason.INVALID_ARGUMENT,
          Reason.CROSS_SHARD,
          Reason.LIMIT_REACHED);

  private CallResults() {}

  public static Result done() {
    return new Result(Kind.OK, 0, 0, "");
  }

  public static Result granted(long token) {
    return new Result(Kind.OK, token, 0, "");
  }

  /** A session that was opened, perhaps with a hold in it. */
  public static Result opened(long session, long token) {
    return new Result(Kind.OK, token, session, "");
  }

  public static Result refused(String why) {
    return new Result(Kind.REFUSED, 0, 0, why);
  }

  public static Result notDone(String why) {
    return new Result(Kind.NOT_DONE, 0, 0, why);
  }

  public static Result unknown(String why) {
    return new Result(Kind.UNKNOWN, 0, 0, why);
  }

  /** What an exception of the public client says. */
  static Result of(Throwable thrown) {
    boolean wrapped = thrown instanceof CompletionException || thrown instanceof ExecutionException;
    Throwable cause = wrapped && thrown.getCause() != null ? thrown.getCause() : thrown;
    String why = cause.getClass().getSimpleName() + ": " + cause.getMessage();
    if (cause instanceof UnavailableException) {
      return notDone(why);
    }
    return cause instanceof TenureException failure && isDecided(failure)
        ? refused(why)
        : unknown(why);
  }

  /** Whether the service has looked at the request and has decided against it. */
  private static boolean isDecided(TenureException failure) {
    return failure instanceof NotAcquiredException
        || failure instanceof DeadlockException
        || (failure instanceof RefusedException && DECIDED_AGAINST.contains(failure.reason()));
  }
}
