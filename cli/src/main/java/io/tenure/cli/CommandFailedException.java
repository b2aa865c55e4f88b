package io.tenure.cli;

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

  int exitCode() {
    return exitCode;
  }
}
