package io.tenure.client;

/** A call failed: it was wrong, or the service could not be reached or could not do it. */
public final class TenureException extends RuntimeException {
  private final Reason reason;
  private final Retry retry;

  TenureException(Reason reason, Retry retry, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.retry = retry;
  }

  public Reason reason() {
    return reason;
  }

  public Retry retry() {
    return retry;
  }
}
