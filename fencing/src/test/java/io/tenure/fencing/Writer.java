package io.tenure.fencing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A writer to a ledger: a token, a connection with a transaction, and a thread for a check that has
 * to wait.
 */
final class Writer implements AutoCloseable {
  private final JdbcFencingGuard guard;
  private final String resource;
  private final long token;
  private final Connection connection;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  Writer(TestDatabase database, JdbcFencingGuard guard, String resource, long token)
      throws SQLException {
    this.guard = guard;
    this.resource = resource;
    this.token = token;
    this.connection = database.connect();
    connection.setAutoCommit(false);
  }

  Connection connection() {
    return connection;
  }

  void check() throws SQLException {
    guard.check(connection, resource, token);
  }

  Future<Boolean> startCheck() {
    return thread.submit(
        () -> {
          check();
          return true;
        });
  }

  void write() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO ledger (resource, token) VALUES (?, ?)")) {
      insert.setString(1, resource);
      insert.setLong(2, token);
      insert.executeUpdate();
    }
  }

  /** The tokens of the entries that this transaction sees, in the order of writing. */
  List<Long> read() throws SQLException {
    return TestDatabase.query(connection, ledger(resource));
  }

  static String ledger(String resource) {
    return "SELECT token FROM ledger WHERE resource = '" + resource + "' ORDER BY id";
  }

  void commit() throws SQLException {
    connection.commit();
  }

  void rollback() throws SQLException {
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    thread.shutdownNow();
    if (!connection.isClosed()) {
      connection.rollback();
    }
    connection.close();
  }
}
