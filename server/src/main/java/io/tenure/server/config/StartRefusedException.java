package io.tenure.server.config;

/** The node must not start as things are. The message says why, for whoever started it. */
public final class StartRefusedException extends Exception {
  public StartRefusedException(String message) {
    super(message);
  }

  public StartRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
