package io.tenure.simulation.check;

/** A guarantee was violated. Thrown by the event that violates it, which ends the run. */
public final class PromiseBroken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Promise promise;

  PromiseBroken(Promise promise, String what) {
    super(what);
    this.promise = promise;
  }

  public Promise promise() {
    return promise;
  }
}
