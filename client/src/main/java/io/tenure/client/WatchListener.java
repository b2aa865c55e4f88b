package io.tenure.client;

import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.plain.PlainLocks;

/**
 * Receives the events of a watch, one at a time.
 *
 * <p>If a method throws, the effect depends on the caller: {@link Tenure#watch} logs the exception
 * and continues with the next event; {@link PlainLocks#watch} ends the watch and throws the
 * exception to its caller.
 */
public interface WatchListener {
  /**
   * The watch has started: no event is missed from now on. Called again when the watch continues at
   * another node.
   */
  default void started() {}

  /** The next event, in order of revision. */
  void happened(LockEvent event);

  /**
   * The watch has ended, without having been closed. {@link PlainLocks#watch} does not call this
   * method but throws the exception. With {@link Reason#COMPACTED}, events were missed that the
   * service no longer keeps: read the keys and watch again.
   */
  default void ended(TenureException why) {}
}
