package io.tenure.examples;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.fencing.Dialect;
import io.tenure.fencing.JdbcFencingGuard;
import io.tenure.fencing.StaleTokenException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * A write to a database, protected by a lock. The database refuses it if the lock was lost and the
 * writer has not noticed that, for example because its process was paused before the write.
 */
public final class FencedWrite {
  private static final String KEY = "/accounts/42";
  private static final JdbcFencingGuard GUARD = JdbcFencingGuard.of(Dialect.POSTGRESQL);

  private FencedWrite() {}

  /**
   * The first argument is the JDBC URL of a PostgreSQL database, the others are endpoints of the
   * service; the default is this machine.
   */
  public static void main(String[] args) throws InterruptedException, SQLException {
    if (args.length == 0 || !args[0].startsWith("jdbc:postgresql:")) {
      String given = args.length == 0 ? "none" : args[0];
      System.err.printf(
          "jdbc url: %s (expected: jdbc:postgresql://HOST/DATABASE?user=USER)%n", given);
      System.exit(2);
    }
    String[] endpoints =
        args.length == 1
            ? new String[] {"localhost:7400"}
            : Arrays.copyOfRange(args, 1, args.length);
    try (Tenure tenure = Tenure.connect(endpoints);
        Connection database = DriverManager.getConnection(args[0])) {
      prepare(database);
      long staleToken = tokenOfAPausedHolder(tenure);
      try (Hold hold = tenure.lock(KEY).acquire()) {
        write(database, hold.token(), 10);
        System.out.println("written with token " + hold.token());
        // The paused holder continues. It has not noticed that it lost the lock.
        write(database, staleToken, 99);
      } catch (StaleTokenException e) {
        System.out.println("refused: " + e.getMessage());
      }
    }
  }

  /** Stands for a holder that loses the lock before it writes: here by releasing it. */
  private static long tokenOfAPausedHolder(Tenure tenure) throws InterruptedException {
    try (Hold hold = tenure.lock(KEY).acquire()) {
      return hold.token();
    }
  }

  static void prepare(Connection database) throws SQLException {
    GUARD.createTable(database);
    try (Statement statement = database.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS account (id INT PRIMARY KEY, balance INT)");
      statement.execute("INSERT INTO account VALUES (42, 0) ON CONFLICT DO NOTHING");
    }
  }

  /** The check and the write are one transaction: both happen, or neither. */
  static void write(Connection database, long token, int balance) throws SQLException {
    database.setAutoCommit(false);
    try (Statement statement = database.createStatement()) {
      GUARD.check(database, KEY, token);
      statement.execute("UPDATE account SET balance = " + balance + " WHERE id = 42");
      database.commit();
    } catch (SQLException | StaleTokenException e) {
      database.rollback();
      throw e;
    }
  }
}
