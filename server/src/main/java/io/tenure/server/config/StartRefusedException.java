package io.tenure.server.config;

/**
 * The node must not start as it is configured, or cannot. The message says why, for the operator.
 */
public final class StartRefusedException extends Exception {
  public StartRefusedException(String message) {
    super(message);
  }

  public StartRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
