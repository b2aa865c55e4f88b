package io.tenure.compare.system;

/** One worker's way to one key. Used by one thread at a time, always the same. */
public interface LockHandle {
  /**
   * Waits until it is granted; keep-alives, if the system has them, go on by themselves.
   *
   * @return the grant's token, or 0 if the system has none
   * @throws Exception if it is not granted, or if that is not known
   */
  long acquire() throws Exception;

  /**
   * Waits until it is given back.
   *
   * @throws Exception if it is not given back, or was not held any more
   */
  void release() throws Exception;

  /**
   * Whether the service itself, when it is asked who holds the key, names this grant. To be asked
   * after {@link #acquire} and before {@link #release}. A system whose release fails if the grant
   * was gone tells it there, and need not be asked.
   */
  default boolean isHeldByService() throws Exception {
    return true;
  }
}
