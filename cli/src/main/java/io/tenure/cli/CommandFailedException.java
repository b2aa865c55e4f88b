package io.tenure.cli;

import io.tenure.client.TenureException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** The command could not do what it was asked to. The message says why, to whoever asked. */
final class CommandFailedException extends RuntimeException {
  private final int exitCode;

  CommandFailedException(String message) {
    this(message, ExitCode.SOFTWARE, null);
  }

  CommandFailedException(String message, Throwable cause) {
    this(message, ExitCode.SOFTWARE, cause);
  }

  CommandFailedException(String message, int exitCode, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** That of the service, if it has one. */
  String reason() {
    return getCause() instanceof TenureException failure
        ? failure.reason().name()
        : ErrorOutput.FAILED;
  }

  int exitCode() {
    return exitCode;
  }
}
