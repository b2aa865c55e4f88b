package io.tenure.client;

import org.jspecify.annotations.Nullable;

/** No answer came in time. It may have been done. */
public final class IndeterminateException extends TenureException {
  IndeterminateException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
