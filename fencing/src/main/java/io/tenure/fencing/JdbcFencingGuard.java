package io.tenure.fencing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stands before rows of a database, and refuses a token that is smaller than one a committed
 * transaction came with. An equal one passes: a holder may write as often as it likes.
 *
 * <p>The check is one statement inside the transaction that writes. It takes the lock of the
 * resource's row in the guard's table and keeps it until the transaction ends, so that transactions
 * for one resource come one after the other, in the order of their tokens:
 *
 * <ul>
 *   <li>A newer holder waits for an older one's transaction that is under way, and sees what it
 *       wrote.
 *   <li>An older one waits for a newer one's, is refused if that commits, and passes if that rolls
 *       back: then the newer one has written nothing.
 * </ul>
 *
 * <p>So <b>check first</b>, before reading what the write depends on: what was read earlier may be
 * from before the transaction that the check waited for.
 *
 * <p><b>Let {@link StaleTokenException} through</b>, and roll back. The guard does not end a
 * transaction that is not its own; whoever catches the exception and commits has written without
 * protection. {@link #call} does it right: it begins, checks, commits, and rolls back.
 *
 * <p>An {@link SQLException} is the database's and means that nothing was found out. In PostgreSQL
 * under REPEATABLE READ or SERIALIZABLE, a check fails with SQLSTATE 40001 if another transaction
 * has checked the same resource since this one began: roll back and run all of it again. READ
 * COMMITTED, the default, has no such failures and is enough here.
 *
 * <p>Immutable; any thread may use it.
 */
public final class JdbcFencingGuard {
  public static final String DEFAULT_TABLE = "tenure_fencing";

  /**
   * What is to be done in the transaction.
   *
   * @param <T> what it gives
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Action<T extends @Nullable Object, E extends Exception> {
    /** The connection is for the call only; leave its transaction to the guard. */
    T call(Connection connection) throws E;
  }

  private final Dialect dialect;
  private final String table;

  private JdbcFencingGuard(Dialect dialect, String table) {
    this.dialect = Objects.requireNonNull(dialect, "dialect");
    this.table = table;
  }

  /** With the table {@value #DEFAULT_TABLE}. */
  public static JdbcFencingGuard of(Dialect dialect) {
    return of(dialect, DEFAULT_TABLE);
  }

  /**
   * With a table of your choice. The name goes into SQL as it is, without quotes.
   *
   * @param table {@code name} or {@code schema.name}, each of 1 to 63 letters, digits and
   *     underscores, not starting with a digit
   */
  public static JdbcFencingGuard of(Dialect dialect, String table) {
    Limits.requireTable(table);
    return new JdbcFencingGuard(dialect, table);
  }

  /**
   * Refuses the token if a committed transaction came with a greater one for this resource, and
   * records it in this transaction otherwise. May wait for another transaction to end, for as long
   * as the database is set to wait for a lock.
   *
   * @param connection in a transaction: autocommit is off
   * @param resource what is protected, such as the key of the lock: 1 to 512 bytes in UTF-8
   * @param token positive and below 2^53
   * @throws StaleTokenException if a greater one was seen; let it through, and roll back
   * @throws IllegalStateException if autocommit is on: the check would be a transaction of its own
   *     and protect nothing that follows
   * @throws SQLException if the database cannot tell; roll back too
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
   * @param source gives connections that are in no transaction yet
   * @param resource what is protected, such as the key of the lock: 1 to 512 bytes in UTF-8
   * @param token positive and below 2^53
   * @throws StaleTokenException if a greater one was seen; then the action was not run
   * @throws SQLException if the database cannot tell; if it came from the commit, the transaction
   *     may have taken place
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

  /** Leaves autocommit off if the rollback fails: to turn it on would commit. */
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
   * Creates the table unless it exists. For a start and for tests: elsewhere, {@link
   * #tableDefinition()} belongs among the migrations of your schema. Give it a connection of its
   * own, because MySQL commits whatever is under way.
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
