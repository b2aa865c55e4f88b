package io.tenure.client;

import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.plain.PlainLocks;

/**
 * Hears what happens, one thing after the other.
 *
 * <p>What an exception of the listener does depends on who calls it. {@link Tenure#watch} logs it,
 * and calls the listener with the next event all the same. {@link PlainLocks#watch} ends the watch
 * and throws the exception to its caller, as it is.
 */
public interface WatchListener {
  /** From now on no event is missed. Called again when the watch goes on at another server. */
  default void started() {}

  /** The next event, in order of revision. */
  void happened(LockEvent event);

  /**
   * The watch is over, without having been closed. Not called by {@link PlainLocks#watch}, which
   * throws the exception instead. With {@link Reason#COMPACTED} events were missed that the service
   * no longer has: read the keys, and watch again.
   */
  default void ended(TenureException why) {}
}
