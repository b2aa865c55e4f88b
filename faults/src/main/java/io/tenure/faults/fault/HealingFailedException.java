package io.tenure.faults.fault;

/** All that was done has been taken back, but the service is not whole again. */
public final class HealingFailedException extends Exception {
  public HealingFailedException(String message) {
    super(message);
  }
}
