package io.tenure.client;

/** The service did what it was asked to decide, and decided no. */
public final class RefusedException extends RuntimeException {
  private final Refusal refusal;

  RefusedException(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
