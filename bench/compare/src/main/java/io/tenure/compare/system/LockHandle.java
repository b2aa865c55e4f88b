package io.tenure.compare.system;

/** One worker's lock on one key. Always used by the same thread. */
public interface LockHandle {
  /**
   * Waits until the lock is granted. Keep-alives, if the system needs them, are sent in the
   * background.
   *
   * @return the token of the grant, or 0 if the system has none
   * @throws Exception if the lock is not granted, or if the outcome is unknown
   */
  long acquire() throws Exception;

  /**
   * Waits until the lock is released.
   *
   * @throws Exception if it is not released, or was not held any more
   */
  void release() throws Exception;

  /**
   * Whether the service, asked who holds the key, names this grant. To be called between {@link
   * #acquire} and {@link #release}. Always true for systems whose release fails if the grant was
   * lost.
   */
  default boolean isHeldByService() throws Exception {
    return true;
  }
}
