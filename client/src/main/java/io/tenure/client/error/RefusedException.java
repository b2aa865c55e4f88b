package io.tenure.client.error;

import org.jspecify.annotations.Nullable;

/**
 * The service refused the request: a value is out of range, a limit is reached, or the hold does
 * not exist. {@link #reason()} says which. Nothing was done, with one exception: with {@link
 * Reason#ENDED} the request was granted earlier, and that hold has already ended.
 */
public final class RefusedException extends TenureException {
  public RefusedException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
