package io.tenure.client.error;

import org.jspecify.annotations.Nullable;

/**
 * The service is unreachable, has no leader or is overloaded, or the client is closed. Nothing was
 * done, and nothing will be: no node accepted the call, or each node that received it said that it
 * did not execute it. The call can be repeated.
 *
 * <p>A read without an answer also ends with this exception, because a read changes nothing.
 */
public final class UnavailableException extends TenureException {
  public UnavailableException(Reason reason, String message, @Nullable Throwable cause) {
    super(reason, message, cause);
  }
}
