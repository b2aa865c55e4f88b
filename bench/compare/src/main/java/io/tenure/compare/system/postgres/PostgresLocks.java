package io.tenure.compare.system.postgres;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Session-level advisory locks. They belong to the connection, which is blocked while it waits for
 * a lock, so each thread has a connection of its own.
 */
final class PostgresLocks implements LockClient {
  private final String url;
  private final Map<Thread, PostgresSession> sessions = new ConcurrentHashMap<>();

  PostgresLocks(String endpoint) {
    url = "jdbc:postgresql://" + endpoint + "/postgres?user=" + PostgresSystem.USER;
  }

  @Override
  public LockHandle exclusive(String key) {
    return new PostgresHandle(number(key), PostgresSession.Mode.EXCLUSIVE);
  }

  @Override
  public LockHandle shared(String key) {
    return new PostgresHandle(number(key), PostgresSession.Mode.SHARED);
  }

  /** Advisory locks have numbers; a hash of 64 bits makes collisions practically impossible. */
  private static long number(String key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8))).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has it", e);
    }
  }

  private PostgresSession session() throws SQLException {
    Thread thread = Thread.currentThread();
    PostgresSession session = sessions.get(thread);
    if (session == null || !session.isUsable()) {
      session = PostgresSession.open(url);
      sessions.put(thread, session);
    }
    return session;
  }

  @Override
  public void close() throws SQLException {
    for (PostgresSession session : sessions.values()) {
      session.close();
    }
  }

  private final class PostgresHandle implements LockHandle {
    private final long number;
    private final PostgresSession.Mode mode;

    PostgresHandle(long number, PostgresSession.Mode mode) {
      this.number = number;
      this.mode = mode;
    }

    @Override
    public long acquire() throws SQLException {
      session().lock(number, mode);
      return 0;
    }

    @Override
    public void release() throws SQLException {
      session().unlock(number, mode);
    }
  }
}
