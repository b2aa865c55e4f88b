package io.tenure.client;

/** How a key is locked. */
public enum Mode {
  /** By one owner alone. */
  EXCLUSIVE,
  /** Together with other shared holders. */
  SHARED,
  /** With one of a limited number of permits. */
  SEMAPHORE
}
