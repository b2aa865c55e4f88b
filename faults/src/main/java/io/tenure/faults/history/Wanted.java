package io.tenure.faults.history;

/**
 * A key and how it is, or is to be, held.
 *
 * @param subtree whether everything below it, too
 * @param permits of a semaphore; 0 for the other modes
 */
public record Wanted(String key, Mode mode, boolean subtree, int permits) {
  /** The modes. */
  public enum Mode {
    EXCLUSIVE,
    SHARED,
    SEMAPHORE
  }
}
