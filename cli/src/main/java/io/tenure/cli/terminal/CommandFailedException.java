package io.tenure.cli.terminal;

import io.tenure.client.error.TenureException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** The command failed. The message is printed to standard error. */
public final class CommandFailedException extends RuntimeException {
  private final int exitCode;

  public CommandFailedException(String message) {
    this(message, ExitCode.SOFTWARE, null);
  }

  public CommandFailedException(String message, Throwable cause) {
    this(message, ExitCode.SOFTWARE, cause);
  }

  public CommandFailedException(String message, int exitCode, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The service's reason if the cause has one, else {@link ErrorOutput#FAILED}. */
  public String reason() {
    return getCause() instanceof TenureException failure
        ? failure.reason().name()
        : ErrorOutput.FAILED;
  }

  public int exitCode() {
    return exitCode;
  }
}
