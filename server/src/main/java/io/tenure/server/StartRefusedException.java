package io.tenure.server;

/** The node must not start as things are. The message says why, for whoever started it. */
public final class StartRefusedException extends Exception {
  StartRefusedException(String message) {
    super(message);
  }

  StartRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
