package io.tenure.compare.system;

/** A connection to a system, as one program has it; any number of workers share it. */
public interface LockClient extends AutoCloseable {
  /** A worker's own way to a key: no other worker uses the same object, though the same key. */
  LockHandle exclusive(String key) throws Exception;

  /**
   * Like {@link #exclusive}, on a key that nobody ever shares. Some systems have a plainer lock for
   * that, which knows nothing of the other kind: a key is used with one of the two methods only.
   */
  default LockHandle mutex(String key) throws Exception {
    return exclusive(key);
  }

  /** As a reader; only if the system has {@link LockSystem.Feature#SHARED}. */
  default LockHandle shared(String key) throws Exception {
    throw new UnsupportedOperationException("the system has no shared locks");
  }

  /**
   * Tells of each change of the key from now on; only if the system has {@link
   * LockSystem.Feature#WATCH}. Returns when changes are seen. Ends with the client.
   */
  default void watch(String key, Runnable onChange) throws Exception {
    throw new UnsupportedOperationException("the system tells nobody of changes");
  }

  @Override
  void close() throws Exception;
}
