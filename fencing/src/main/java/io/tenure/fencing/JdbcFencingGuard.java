package io.tenure.fencing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Protects rows of a database: refuses a fencing token that is smaller than the token of a
 * committed transaction. An equal token passes, so a holder may write any number of times.
 *
 * <p>The check is one statement inside the transaction that writes. It takes the lock of the
 * resource's row in the guard's table and keeps it until the transaction ends. So transactions for
 * one resource run one after the other, in the order of their tokens:
 *
 * <ul>
 *   <li>A newer holder waits for the running transaction of an older holder, and sees what it
 *       wrote.
 *   <li>An older holder waits for the running transaction of a newer holder. It is refused if that
 *       commits, and passes if that rolls back, since nothing was written then.
 * </ul>
 *
 * <p><b>Check first</b>, before you read what the write depends on. Data read before the check may
 * be older than the transaction that the check waited for.
 *
 * <p><b>Do not catch {@link StaleTokenException}</b> inside the transaction: roll back. The guard
 * does not end a transaction that it did not begin. Code that catches the exception and commits has
 * written without protection. {@link #call} begins, checks, commits and rolls back for you.
 *
 * <p>An {@link SQLException} is an error of the database; the token was neither accepted nor
 * refused. In PostgreSQL under REPEATABLE READ or SERIALIZABLE, a check fails with SQLSTATE 40001
 * if another transaction has checked the same resource since this one began: roll back, and run the
 * whole transaction again. READ COMMITTED, the default, is enough and has no such failures.
 *
 * <p>Immutable and thread-safe.
 */
public final class JdbcFencingGuard {
  public static final String DEFAULT_TABLE = "tenure_fencing";

  /**
   * The work of the transaction.
   *
   * @param <T> what it returns
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Action<T extends @Nullable Object, E extends Exception> {
    /** Use the connection during the call only. Do not commit or roll back. */
    T call(Connection connection) throws E;
  }

  private final Dialect dialect;
  private final String table;

  private JdbcFencingGuard(Dialect dialect, String table) {
    this.dialect = Objects.requireNonNull(dialect, "dialect");
    this.table = table;
  }

  /** Uses the table {@value #DEFAULT_TABLE}. */
  public static JdbcFencingGuard of(Dialect dialect) {
    return of(dialect, DEFAULT_TABLE);
  }

  /**
   * Uses this table. Its name goes into SQL as it is, without quotes.
   *
   * @param table {@code name} or {@code schema.name}, each of 1 to 63 letters, digits and
   *     underscores, not starting with a digit
   */
  public static JdbcFencingGuard of(Dialect dialect, String table) {
    Limits.requireTable(table);
    return new JdbcFencingGuard(dialect, table);
  }

  /**
   * Refuses the token if a committed transaction had a greater one for this resource; otherwise
   * records it in this transaction. May wait for another transaction to end, up to the lock timeout
   * of the database.
   *
   * @param connection with autocommit off
   * @param resource what is protected, such as the key of the lock: 1 to 512 bytes in UTF-8
   * @param token positive and below 2^53
   * @throws StaleTokenException if a greater one was recorded; roll back
   * @throws IllegalStateException if autocommit is on: the check would be a transaction of its own
   *     and protect nothing that follows
   * @throws SQLException if the database fails the check; roll back
   */
  public void check(Connection connection, String resource, long token) throws SQLException {
    Limits.requireResource(resource);
    Limits.requireToken(token);
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "autocommit: on (expected: off, so that the check and what it protects are one"
              + " transaction)");
    }
    long highest = dialect.record(connection, table, resource, token);
    if (highest > token) {
      throw new StaleTokenException(resource, token, highest);
    }
  }

  /**
   * Runs the action in a transaction of its own that begins with the check. Commits if the action
   * returns; rolls back whatever else happens.
   *
   * @param source returns connections without a transaction
   * @param resource what is protected, such as the key of the lock: 1 to 512 bytes in UTF-8
   * @param token positive and below 2^53
   * @throws StaleTokenException if a greater one was recorded; the action was not run then
   * @throws SQLException if the database fails; after a failed commit the transaction may have been
   *     committed
   */
  public <T extends @Nullable Object, E extends Exception> T call(
      DataSource source, String resource, long token, Action<T, E> action) throws SQLException, E {
    try (Connection connection = source.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      T result;
      try {
        check(connection, resource, token);
        result = action.call(connection);
        connection.commit();
      } catch (Throwable e) {
        rollBack(connection, autoCommit, e);
        throw e;
      }
      restore(connection, autoCommit);
      return result;
    }
  }

  /** Leaves autocommit off if the rollback fails: turning it on would commit. */
  private static void rollBack(Connection connection, boolean autoCommit, Throwable cause) {
    try {
      connection.rollback();
      connection.setAutoCommit(autoCommit);
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /** A connection that fails here is broken; what was committed on it is committed all the same. */
  private static void restore(Connection connection, boolean autoCommit) {
    try {
      connection.setAutoCommit(autoCommit);
    } catch (SQLException broken) {
      // Its pool will find out.
    }
  }

  /**
   * Creates the table unless it exists. Meant for tests and first steps; in production make {@link
   * #tableDefinition()} one of your schema migrations. Use a connection without a transaction:
   * MySQL commits it.
   */
  public void createTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(tableDefinition());
    }
  }

  /** The SQL that creates the table. */
  public String tableDefinition() {
    return dialect.tableDefinition(table);
  }

  @Override
  public String toString() {
    return "JdbcFencingGuard[" + dialect + ", " + table + "]";
  }
}
