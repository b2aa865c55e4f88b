package io.tenure.cli;

/** The command could not do what it was asked to. The message says why, to whoever asked. */
final class CommandFailedException extends RuntimeException {
  CommandFailedException(String message) {
    super(message);
  }

  CommandFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
