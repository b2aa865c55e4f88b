package io.tenure.compare.system;

/** A client of a system, as one program has it. Any number of threads share it. */
public interface LockClient extends AutoCloseable {
  /** An exclusive lock for one worker. Other workers use other handles for the same key. */
  LockHandle exclusive(String key) throws Exception;

  /**
   * An exclusive lock on a key that is never used with {@link #shared}. Some systems have a simpler
   * lock for that, which does not exclude {@link #exclusive}: use only one of them for a key.
   */
  default LockHandle mutex(String key) throws Exception {
    return exclusive(key);
  }

  /** A shared lock; only if the system has {@link LockSystem.Feature#SHARED}. */
  default LockHandle shared(String key) throws Exception {
    throw new UnsupportedOperationException("the system has no shared locks");
  }

  /**
   * Calls back after each change of the key, until the client is closed; only if the system has
   * {@link LockSystem.Feature#WATCH}. Returns when the watch is established.
   */
  default void watch(String key, Runnable onChange) throws Exception {
    throw new UnsupportedOperationException("the system has no watches");
  }

  @Override
  void close() throws Exception;
}
