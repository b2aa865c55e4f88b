package io.tenure.client;

/** Hears what happens, on the thread that watches. */
public interface WatchListener {
  /** From now on no event is missed. Called again when the watch goes on at another server. */
  default void started() {}

  /** The next event, in order of revision. */
  void happened(LockEvent event);
}
