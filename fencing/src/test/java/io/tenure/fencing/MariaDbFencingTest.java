package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.harness.Await;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The contract on MariaDB, and the settings that change what the driver reports for a statement.
 */
@Tag("full")
final class MariaDbFencingTest extends FencingContract {
  /** ER_CHECKREAD: the row has changed since the transaction's first read. */
  private static final int CHANGED_SINCE_READ = 1020;

  @Override
  MariaDbServer database() {
    return MariaDbServer.shared();
  }

  @ParameterizedTest
  @CsvSource({
    "mariadb, useAffectedRows=true&useServerPrepStmts=false",
    "mariadb, useAffectedRows=true&useServerPrepStmts=true",
    "mariadb, useAffectedRows=false&useServerPrepStmts=false",
    "mariadb, useAffectedRows=false&useServerPrepStmts=true",
    "mariadb, useAffectedRows=true&sessionVariables=sql_mode=''",
    "mariadb, useAffectedRows=false&sessionVariables=sql_mode='NO_UNSIGNED_SUBTRACTION'",
    "mysql, useAffectedRows=true&useServerPrepStmts=false",
    "mysql, useAffectedRows=true&useServerPrepStmts=true",
    "mysql, useAffectedRows=false&useServerPrepStmts=false",
    "mysql, useAffectedRows=false&useServerPrepStmts=true",
    "mysql, useAffectedRows=true&jdbcCompliantTruncation=false&sessionVariables=sql_mode=''",
  })
  void driverSettingsChangeNothing(String driver, String settings) throws SQLException {
    String url = database().url(driver, "tenure", "&" + settings);
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);

      guard().check(connection, resource, 33);
      guard().check(connection, resource, 33);
      connection.commit();
      guard().check(connection, resource, 33);
      guard().check(connection, resource, 34);
      connection.commit();

      assertThatExceptionOfType(StaleTokenException.class)
          .isThrownBy(() -> guard().check(connection, resource, 33))
          .withMessage(resource + ": stale token 33 (seen: 34); its holder has lost the lock");
      connection.rollback();
      guard().check(connection, resource, 34);
    }
  }

  @Test
  void staleTokenIsNotedThoughTheTransactionHasAnOldView() throws SQLException {
    write(32);
    try (Writer stale = writer(33)) {
      assertThat(stale.read()).containsExactly(32L);

      write(34);

      assertThat(stale.read()).containsExactly(32L);
      assertThatExceptionOfType(StaleTokenException.class)
          .isThrownBy(stale::check)
          .withMessage(resource + ": stale token 33 (seen: 34); its holder has lost the lock");
    }
  }

  @Test
  void snapshotIsolationFailsTheOneThatReadBeforeAnotherCommitted() throws Exception {
    write(32);
    try (Writer newer = writer(34);
        Statement statement = newer.connection().createStatement()) {
      statement.execute("SET SESSION innodb_snapshot_isolation = ON");
      newer.rollback();
      assertThat(newer.read()).containsExactly(32L);

      write(33);

      Future<Boolean> check = newer.startCheck();
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> Await.outcome(check))
          .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo(CHANGED_SINCE_READ));
      newer.rollback();
      newer.check();
      assertThat(newer.read()).containsExactly(32L, 33L);
    }
  }
}
