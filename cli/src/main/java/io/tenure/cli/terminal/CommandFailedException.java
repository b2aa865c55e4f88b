package io.tenure.cli.terminal;

import io.tenure.client.error.TenureException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** The command could not do what it was asked to. The message says why, to whoever asked. */
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

  /** That of the service, if it has one. */
  public String reason() {
    return getCause() instanceof TenureException failure
        ? failure.reason().name()
        : ErrorOutput.FAILED;
  }

  public int exitCode() {
    return exitCode;
  }
}
