package io.tenure.cli.terminal;

import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import picocli.CommandLine.ExitCode;

/** Exit codes that scripts can tell apart. The numbers follow sysexits.h. */
public final class ExitCodes {
  /** The service cannot be reached, has no leader, or is overloaded. Nothing was changed. */
  static final int UNAVAILABLE = 69;

  /** No answer was received; the operation may have been executed. */
  public static final int INDETERMINATE = 74;

  /** Still held by others when the wait timeout expired. */
  public static final int NOT_ACQUIRED = 75;

  /** The hold was lost while it was in use. */
  public static final int LOST = 76;

  /** The command's program exists but cannot be executed; the number is the one that shells use. */
  public static final int NOT_EXECUTABLE = 126;

  /** The command's program does not exist; the number is the one that shells use. */
  public static final int NOT_FOUND = 127;

  /** Added to the number of the signal that ended the command, as shells do. */
  public static final int SIGNALLED = 128;

  /** Standard output was closed by its reader; the code of a process that SIGPIPE ended. */
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
