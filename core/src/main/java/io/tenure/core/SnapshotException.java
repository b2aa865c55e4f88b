package io.tenure.core;

import java.io.IOException;

/** A snapshot that cannot be read: not one, of another version, or damaged. */
public final class SnapshotException extends IOException {
  private static final long serialVersionUID = 1L;

  SnapshotException(String message) {
    super(message);
  }

  SnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}
