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
 * The service cannot be reached, or cannot answer, and the request is made again until it can. The
 * user is told once for each outage.
 */
final class Outage {
  /** Between the end of one try and the next one. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private final ErrorOutput err;
  private boolean told;
  private boolean mayBeGranted;

  Outage(ErrorOutput err) {
    this.err = err;
  }

  /**
   * Whether a request that is made in a session may be made again. It may have been executed: what
   * was granted without this process hearing of it is withdrawn, or ends with its session.
   */
  static boolean mayPass(TenureException failure) {
    return failure instanceof UnavailableException
        || failure instanceof IndeterminateException
        || failure instanceof SessionLostException;
  }

  /** It is asked for again after this. */
  void tell(TenureException failure) {
    if (failure instanceof IndeterminateException) {
      mayBeGranted = true;
    } else if (failure instanceof SessionLostException) {
      mayBeGranted = false; // What was granted has ended with the session.
    }
    if (!told) {
      told = true;
      err.warning(failure.reason().name(), failure.getMessage() + "; still trying", failure);
    }
  }

  /**
   * What to end with when it is not asked for again. What became of the last request says nothing
   * about one before it that was not answered.
   *
   * @param last a {@link TenureException}, or what was made of one
   */
  RuntimeException end(RuntimeException last) {
    if (!mayBeGranted
        || last instanceof IndeterminateException
        || last instanceof SessionLostException) {
      return last;
    }
    return new CommandFailedException(
        last.getMessage()
            + "; an earlier request was not answered: if it was granted, that hold ends with its TTL",
        ExitCodes.INDETERMINATE,
        last instanceof TenureException ? last : last.getCause());
  }

  void over() {
    told = false;
  }
}
