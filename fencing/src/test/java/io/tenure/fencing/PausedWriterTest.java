package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The failure that fencing prevents, on a PostgreSQL table. Two tellers each take the lock of an
 * account, read its balance, and write back the sum of it and a deposit. The first stands still in
 * between, for longer than the term of its lock.
 */
final class PausedWriterTest {
  private static final String ACCOUNT = "/account/7";

  private final PostgresServer database = PostgresServer.shared();
  private final DataSource source = database.source();
  private final JdbcFencingGuard guard = JdbcFencingGuard.of(Dialect.POSTGRESQL, "account_fencing");

  @BeforeEach
  void openAnAccountWith100() throws SQLException {
    database.execute("DROP TABLE IF EXISTS account, account_fencing");
    database.execute("CREATE TABLE account (name VARCHAR(64) PRIMARY KEY, balance BIGINT)");
    database.execute("INSERT INTO account VALUES ('" + ACCOUNT + "', 100)");
    try (Connection connection = source.getConnection()) {
      guard.createTable(connection);
    }
  }

  @Test
  void lateWriteOfAPausedWriterIsRejected() throws SQLException {
    // Ann is granted the lock, with token 33. She reads the balance, to deposit 50.
    long annsToken = 33;
    long annsSum = guard.call(source, ACCOUNT, annsToken, PausedWriterTest::balance) + 50;

    // Her process stands still. Her term ends, and Bob is granted the lock, with token 34. He
    // deposits 20.
    long bobsToken = 34;
    long bobsSum = guard.call(source, ACCOUNT, bobsToken, PausedWriterTest::balance) + 20;
    guard.call(source, ACCOUNT, bobsToken, connection -> setBalance(connection, bobsSum));

    // Ann's process goes on. It has no idea, and writes the sum.
    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(
            () ->
                guard.call(
                    source, ACCOUNT, annsToken, connection -> setBalance(connection, annsSum)))
        .withMessage("/account/7: stale token 33 (seen: 34); its holder has lost the lock");
    assertThat(committedBalance()).isEqualTo(120);

    // Now she knows. She takes the lock again and begins anew.
    long annsNextToken = 35;
    guard.call(
        source,
        ACCOUNT,
        annsNextToken,
        connection -> setBalance(connection, balance(connection) + 50));
    assertThat(committedBalance()).isEqualTo(170);
  }

  @Test
  void withoutFencingTheDepositOfTheOtherIsLost() throws SQLException {
    // Ann holds the lock, and reads the balance, to deposit 50.
    long annsSum = committedBalance() + 50;

    // Her process stands still. Her term ends, Bob is granted the lock, and deposits 20.
    try (Connection bob = source.getConnection()) {
      setBalance(bob, balance(bob) + 20);
    }
    assertThat(committedBalance()).isEqualTo(120);

    // Ann's process goes on. It has no idea, and writes the sum.
    try (Connection ann = source.getConnection()) {
      setBalance(ann, annsSum);
    }

    // There were 100; 50 and 20 were deposited. Bob's 20 are gone.
    assertThat(committedBalance()).isEqualTo(150);
  }

  @Test
  void writerThatStandsStillInsideItsTransactionKeepsTheNextOneOutUntilItEnds() throws Exception {
    try (Connection ann = source.getConnection();
        Connection bob = source.getConnection()) {
      ann.setAutoCommit(false);
      bob.setAutoCommit(false);

      // Ann stands still after the check. Bob has the lock, but not yet the row.
      guard.check(ann, ACCOUNT, 33);
      long annsSum = balance(ann) + 50;
      Thread bobsDeposit = new Thread(() -> deposit(bob, 34, 20));
      bobsDeposit.start();
      database.awaitWaiter();

      // Ann goes on and commits. Her write is late but harms nobody: Bob has not read yet.
      setBalance(ann, annsSum);
      ann.commit();
      bobsDeposit.join();
    }
    assertThat(committedBalance()).isEqualTo(170);
  }

  private void deposit(Connection connection, long token, long amount) {
    try {
      guard.check(connection, ACCOUNT, token);
      setBalance(connection, balance(connection) + amount);
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static long balance(Connection connection) throws SQLException {
    return TestDatabase.query(
            connection, "SELECT balance FROM account WHERE name = '" + ACCOUNT + "'")
        .get(0);
  }

  private static int setBalance(Connection connection, long balance) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE account SET balance = ? WHERE name = ?")) {
      update.setLong(1, balance);
      update.setString(2, ACCOUNT);
      return update.executeUpdate();
    }
  }

  private long committedBalance() throws SQLException {
    try (Connection connection = source.getConnection()) {
      return balance(connection);
    }
  }
}
