package io.tenure.client.internal.callback;

import io.tenure.client.error.TenureException;
import java.util.function.Supplier;

/**
 * How something ended that did not succeed, as it goes through futures: the exception that users
 * see is made where they called, so that its stack trace is theirs.
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
