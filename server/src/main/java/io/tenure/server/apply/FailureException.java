package io.tenure.server.apply;

/** Carries a {@link Failure} through a future. */
public final class FailureException extends Exception {
  private final transient Failure failure;

  public FailureException(Failure failure) {
    super(failure.message(), null, false, false);
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
