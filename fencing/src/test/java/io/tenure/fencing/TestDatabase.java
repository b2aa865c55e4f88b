package io.tenure.fencing;

import io.tenure.harness.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A real database for the tests. */
interface TestDatabase {
  Dialect dialect();

  DataSource source();

  /** A query for the number of transactions that wait for a lock. */
  String waitersQuery();

  /** In autocommit mode. */
  default Connection connect() throws SQLException {
    return source().getConnection();
  }

  default void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of what is committed. */
  default List<Long> query(String sql) throws SQLException {
    try (Connection connection = connect()) {
      return query(connection, sql);
    }
  }

  static List<Long> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<Long> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getLong(1));
      }
      return values;
    }
  }

  default void awaitWaiter() throws Exception {
    try (Connection connection = connect()) {
      Await.until("another transaction waits", () -> query(connection, waitersQuery()).get(0) > 0);
    }
  }
}
