package io.tenure.client.internal.callback;

import io.tenure.client.error.TenureException;
import java.util.function.Supplier;

/**
 * Carries a failure through futures. The exception that the user sees is created on the user's own
 * thread, so that its stack trace shows the user's call.
 */
final class CallFailure extends RuntimeException {
  private final transient Supplier<TenureException> exception;

  CallFailure(Supplier<TenureException> exception) {
    super(null, null, false, false);
    this.exception = exception;
  }

  TenureException toException() {
    return exception.get();
  }
}
