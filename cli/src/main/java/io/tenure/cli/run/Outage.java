package io.tenure.cli.run;

import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.ErrorOutput;
import io.tenure.cli.terminal.ExitCodes;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import java.time.Duration;

/**
 * A period in which the service is unavailable and a request is retried. Warns the user once for
 * each outage.
 */
final class Outage {
  /** Pause between two attempts. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private final ErrorOutput err;
  private boolean reported;
  private boolean mayBeGranted;

  Outage(ErrorOutput err) {
    this.err = err;
  }

  /**
   * Whether a request made in a session may be retried. The failed attempt may have been executed:
   * a grant that this process did not receive is withdrawn, or ends with its session.
   */
  static boolean isTransient(TenureException failure) {
    return failure instanceof UnavailableException
        || failure instanceof IndeterminateException
        || failure instanceof SessionLostException;
  }

  /** Records a failure after which the request is retried. */
  void report(TenureException failure) {
    if (failure instanceof IndeterminateException) {
      mayBeGranted = true;
    } else if (failure instanceof SessionLostException) {
      mayBeGranted = false; // Any grant has ended with the session.
    }
    if (!reported) {
      reported = true;
      err.warning(failure.reason().name(), failure.getMessage() + "; retrying", failure);
    }
  }

  /**
   * The failure to report when the request is not retried. The outcome of the last attempt says
   * nothing about an earlier attempt that was not answered.
   *
   * @param last a {@link TenureException}, or an exception that wraps one
   */
  RuntimeException failure(RuntimeException last) {
    if (!mayBeGranted
        || last instanceof IndeterminateException
        || last instanceof SessionLostException) {
      return last;
    }
    return new CommandFailedException(
        last.getMessage()
            + "; an earlier attempt was not answered: if it was granted, that hold"
            + " expires after its TTL",
        ExitCodes.INDETERMINATE,
        last instanceof TenureException ? last : last.getCause());
  }

  /** The service answered again. */
  void end() {
    reported = false;
  }
}
