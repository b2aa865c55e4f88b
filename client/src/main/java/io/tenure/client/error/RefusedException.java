package io.tenure.client.error;

import org.jspecify.annotations.Nullable;

/**
 * It cannot be done as it was asked: out of range, over a limit, not held. The reason says which.
 * With {@link Reason#ENDED} it was granted, and that hold has ended already.
 */
public final class RefusedException extends TenureException {
  public RefusedException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
