package io.tenure.compare.system.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** The connection of one thread with its statements. It is not used again after a failure. */
final class PostgresSession implements AutoCloseable {
  private final Connection connection;
  private final Map<Mode, PreparedStatement> locks = new EnumMap<>(Mode.class);
  private final Map<Mode, PreparedStatement> unlocks = new EnumMap<>(Mode.class);
  private volatile boolean failed;

  /** Kinds of advisory locks; each has its own SQL functions. */
  enum Mode {
    EXCLUSIVE(""),
    SHARED("_shared");

    private final String suffix;

    Mode(String suffix) {
      this.suffix = suffix;
    }
  }

  private PostgresSession(Connection connection) throws SQLException {
    this.connection = connection;
    for (Mode mode : Mode.values()) {
      locks.put(mode, connection.prepareStatement("select pg_advisory_lock" + mode.suffix + "(?)"));
      unlocks.put(
          mode, connection.prepareStatement("select pg_advisory_unlock" + mode.suffix + "(?)"));
    }
  }

  static PostgresSession open(String url) throws SQLException {
    return new PostgresSession(DriverManager.getConnection(url));
  }

  boolean isUsable() {
    return !failed;
  }

  void lock(long number, Mode mode) throws SQLException {
    run(locks, number, mode);
  }

  void unlock(long number, Mode mode) throws SQLException {
    if (!run(unlocks, number, mode)) {
      throw new SQLException("not held");
    }
  }

  /** The boolean result of the statement, if it has one. */
  private boolean run(Map<Mode, PreparedStatement> statements, long number, Mode mode)
      throws SQLException {
    PreparedStatement statement = statements.get(mode);
    if (statement == null) {
      throw new IllegalStateException("no statement for " + mode);
    }
    boolean done = false;
    try {
      statement.setLong(1, number);
      try (ResultSet result = statement.executeQuery()) {
        boolean said = result.next() && statements == unlocks && result.getBoolean(1);
        done = true;
        return said;
      }
    } finally {
      if (!done) {
        failed = true;
        close();
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
