package io.tenure.core.snapshot;

import java.io.IOException;

/** A snapshot that cannot be read: not one, of a newer version, or damaged. */
public final class SnapshotException extends IOException {
  private static final long serialVersionUID = 1L;
  private final boolean newer;

  private SnapshotException(String message, boolean newer) {
    super(message);
    this.newer = newer;
  }

  SnapshotException(String message) {
    this(message, false);
  }

  SnapshotException(String message, Throwable cause) {
    super(message, cause);
    this.newer = false;
  }

  static SnapshotException newer(String message) {
    return new SnapshotException(message, true);
  }

  /** Whether the snapshot is sound, but of a version that a newer release writes. */
  public boolean isOfNewerVersion() {
    return newer;
  }
}
