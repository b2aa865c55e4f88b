package io.tenure.client;

import org.jspecify.annotations.Nullable;

/**
 * The service could not be reached, or has no leader. Nothing was done, or whatever was done is
 * undone as soon as the service answers again.
 */
public final class UnavailableException extends TenureException {
  UnavailableException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
