package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@link JdbcFencingGuard#call}: the transaction that the guard runs itself. */
final class GuardedCallTest {
  private final String resource = "/" + UUID.randomUUID();
  private final PostgresServer database = PostgresServer.shared();
  private final DataSource source = database.source();
  private final JdbcFencingGuard guard = JdbcFencingGuard.of(Dialect.POSTGRESQL, "call_fencing");

  @BeforeEach
  void createTables() throws SQLException {
    try (Connection connection = database.connect()) {
      guard.createTable(connection);
    }
    database.execute("CREATE TABLE IF NOT EXISTS note (resource VARCHAR(512), token BIGINT)");
  }

  private int write(Connection connection, long token) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO note (resource, token) VALUES (?, ?)")) {
      insert.setString(1, resource);
      insert.setLong(2, token);
      return insert.executeUpdate();
    }
  }

  private Iterable<Long> committed() throws SQLException {
    return database.query("SELECT token FROM note WHERE resource = '" + resource + "'");
  }

  @Test
  void whatReturnsIsCommitted() throws SQLException {
    int written = guard.call(source, resource, 33, connection -> write(connection, 33));

    assertThat(written).isEqualTo(1);
    assertThat(committed()).containsExactly(33L);
  }

  @Test
  void whatThrowsIsRolledBackAndItsTokenWithIt() throws SQLException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                guard.call(
                    source,
                    resource,
                    34,
                    connection -> {
                      write(connection, 34);
                      throw new IOException("no more paper");
                    }))
        .withMessage("no more paper");

    assertThat(committed()).isEmpty();
    guard.call(source, resource, 33, connection -> write(connection, 33));
    assertThat(committed()).containsExactly(33L);
  }

  @Test
  void actionOfAStaleTokenIsNotRun() throws SQLException {
    guard.call(source, resource, 34, connection -> write(connection, 34));

    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(
            () ->
                guard.call(
                    source,
                    resource,
                    33,
                    connection -> {
                      throw new AssertionError("was run");
                    }));
    assertThat(committed()).containsExactly(34L);
  }

  @Test
  void connectionIsGivenBackAsItWas() throws SQLException {
    try (Connection only = database.connect()) {
      PoolOfOne pool = new PoolOfOne(only);
      guard.call(pool, resource, 34, connection -> write(connection, 34));
      assertThat(only.getAutoCommit()).isTrue();

      assertThatExceptionOfType(StaleTokenException.class)
          .isThrownBy(() -> guard.call(pool, resource, 33, connection -> write(connection, 33)));

      assertThat(only.getAutoCommit()).isTrue();
      assertThat(pool.givenBack).isEqualTo(2);
    }
    assertThat(committed()).containsExactly(34L);
  }

  @Test
  void connectionsWithoutAutocommitAreCommittedToo() throws SQLException {
    try (Connection only = database.connect()) {
      only.setAutoCommit(false);
      PoolOfOne pool = new PoolOfOne(only);

      guard.call(pool, resource, 33, connection -> write(connection, 33));

      assertThat(only.getAutoCommit()).isFalse();
      assertThat(committed()).containsExactly(33L);
    }
  }

  /** Always returns the same connection, and counts how often it is closed. */
  private static final class PoolOfOne implements DataSource {
    private final Connection lent;
    private int givenBack;

    PoolOfOne(Connection only) {
      this.lent =
          (Connection)
              java.lang.reflect.Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                      givenBack++;
                      return null;
                    }
                    return method.invoke(only, arguments);
                  });
    }

    @Override
    public Connection getConnection() {
      return lent;
    }

    @Override
    public Connection getConnection(String user, String password) {
      return lent;
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("not a wrapper");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
