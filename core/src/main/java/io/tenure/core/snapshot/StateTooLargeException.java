package io.tenure.core.snapshot;

import io.tenure.core.model.Limits;
import java.io.IOException;

/** A snapshot holds a state that takes more memory than there is for it. */
public final class StateTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long limitsMemory;

  StateTooLargeException(long mostBytes, Limits limits) {
    super("snapshot: state of more than " + mostBytes + " bytes, by the count of Footprint");
    this.limitsMemory = limits.memory();
  }

  /**
   * The memory that the limits in the snapshot allow; more if they were lowered when it was full.
   */
  public long limitsMemory() {
    return limitsMemory;
  }
}
