package io.tenure.cli.terminal;

import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import picocli.CommandLine.ExitCode;

/**
 * Exit codes that scripts can tell apart. The numbers are those that sysexits.h has for the like.
 */
public final class ExitCodes {
  /** The service cannot be reached, has no leader, or is overloaded. Nothing was done. */
  static final int UNAVAILABLE = 69;

  /** No answer came: it is not known whether it was done. */
  public static final int INDETERMINATE = 74;

  /** Others hold it, and went on to for as long as it was to wait. */
  public static final int NOT_ACQUIRED = 75;

  /** It was held, and lost while it was needed. */
  public static final int LOST = 76;

  /** The program of the command is there, but cannot be run; as shells have it. */
  public static final int NOT_EXECUTABLE = 126;

  /** There is no such program. */
  public static final int NOT_FOUND = 127;

  /** Added to the number of a signal, as shells do. */
  public static final int SIGNALLED = 128;

  /** Nobody reads standard output any more: as if SIGPIPE had ended it. */
  public static final int OUTPUT_CLOSED = SIGNALLED + 13;

  private ExitCodes() {}

  public static int of(TenureException failure) {
    if (failure instanceof NotAcquiredException || failure instanceof DeadlockException) {
      return NOT_ACQUIRED;
    }
    if (failure instanceof IndeterminateException) {
      return INDETERMINATE;
    }
    boolean unavailable =
        failure instanceof UnavailableException || failure instanceof SessionLostException;
    return unavailable ? UNAVAILABLE : ExitCode.SOFTWARE;
  }
}
