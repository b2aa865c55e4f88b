package io.tenure.client;

/** How a key is held. */
public enum Mode {
  EXCLUSIVE,
  SHARED,
  /** One of a limited number of permits. */
  SEMAPHORE
}
