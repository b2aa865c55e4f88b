package io.tenure.client;

/**
 * Hears what happens, one thing after the other. If a method throws, that is logged, and the next
 * event is told all the same.
 */
public interface WatchListener {
  /** From now on no event is missed. Called again when the watch goes on at another server. */
  default void started() {}

  /** The next event, in order of revision. */
  void happened(LockEvent event);

  /**
   * The watch is over, without having been closed. With {@link Reason#COMPACTED} events were missed
   * that the service no longer has: read the keys, and watch again.
   */
  default void ended(TenureException why) {}
}
