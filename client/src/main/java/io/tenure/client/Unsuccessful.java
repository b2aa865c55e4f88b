package io.tenure.client;

import java.util.function.Supplier;

/**
 * How something ended that did not succeed, as it goes through futures: the exception that users
 * see is made where they called, so that its stack trace is theirs.
 */
final class Unsuccessful extends RuntimeException {
  private final transient Supplier<TenureException> exception;

  Unsuccessful(Supplier<TenureException> exception) {
    super(null, null, false, false);
    this.exception = exception;
  }

  TenureException toException() {
    return exception.get();
  }
}
