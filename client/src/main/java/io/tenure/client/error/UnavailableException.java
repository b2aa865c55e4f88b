package io.tenure.client.error;

import org.jspecify.annotations.Nullable;

/**
 * The service could not be reached, has no leader, or is overloaded, or the client is closed.
 * Nothing was done, and nothing will be: no server has taken the call, or every one that was asked
 * has said that it did not execute it. A read that is not answered is unavailable, too, since it
 * changes nothing.
 */
public final class UnavailableException extends TenureException {
  public UnavailableException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
