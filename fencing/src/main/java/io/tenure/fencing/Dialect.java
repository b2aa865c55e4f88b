package io.tenure.fencing;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The SQL of a database. Each dialect has one statement that compares the token and records it, and
 * that keeps the row locked until the transaction ends.
 */
public enum Dialect {
  /**
   * PostgreSQL 9.5 or newer. The statement stores the greater of both tokens and returns it, so the
   * caller of a stale token learns the greater one.
   */
  POSTGRESQL {
    @Override
    String tableDefinition(String table) {
      return """
          CREATE TABLE IF NOT EXISTS %s (
            resource VARCHAR(512) COLLATE "C" NOT NULL PRIMARY KEY,
            token    BIGINT NOT NULL
          )"""
          .formatted(table);
    }

    @Override
    String checkStatement(String table) {
      return """
          INSERT INTO %s AS seen (resource, token) VALUES (?, ?)
          ON CONFLICT (resource) DO UPDATE SET token = GREATEST(seen.token, EXCLUDED.token)
          RETURNING seen.token"""
          .formatted(table);
    }

    @Override
    long record(Connection connection, String table, String resource, long token)
        throws SQLException {
      try (PreparedStatement check = connection.prepareStatement(checkStatement(table))) {
        check.setString(1, resource);
        check.setLong(2, token);
        try (ResultSet row = check.executeQuery()) {
          if (!row.next()) {
            // A trigger or a rule of the table may cause this.
            throw new SQLException("table " + table + ": the token was not recorded");
          }
          return row.getLong(1);
        }
      }
    }
  },

  /**
   * MySQL and MariaDB, with InnoDB. The update count cannot tell a stale token from an equal one:
   * whether an unchanged row counts depends on a setting of the connection. So the statement fails
   * on a stale token, by a sum that no BIGINT can hold. That is an error in every mode of the
   * server and with every setting of the driver; even if it were taken for another error, the write
   * fails.
   */
  MYSQL {
    /** ER_DATA_OUT_OF_RANGE. Nothing else in the statement can overflow. */
    private static final int OUT_OF_RANGE = 1690;

    @Override
    String tableDefinition(String table) {
      // VARBINARY compares bytes. Text types may ignore case or a space at the end.
      return """
          CREATE TABLE IF NOT EXISTS %s (
            resource VARBINARY(512) NOT NULL PRIMARY KEY,
            token    BIGINT NOT NULL
          ) ENGINE = InnoDB"""
          .formatted(table);
    }

    @Override
    String checkStatement(String table) {
      return """
          INSERT INTO %s (resource, token) VALUES (?, ?)
          ON DUPLICATE KEY UPDATE token = IF(token <= ?, ?, token + 18446744073709551615)"""
          .formatted(table);
    }

    @Override
    long record(Connection connection, String table, String resource, long token)
        throws SQLException {
      byte[] name = resource.getBytes(StandardCharsets.UTF_8);
      try (PreparedStatement check = connection.prepareStatement(checkStatement(table))) {
        check.setBytes(1, name);
        check.setLong(2, token);
        check.setLong(3, token);
        check.setLong(4, token);
        check.executeUpdate();
        return token;
      } catch (SQLException e) {
        if (e.getErrorCode() != OUT_OF_RANGE) {
          throw e;
        }
        return greater(connection, table, name, token, e);
      }
    }

    /** The row is locked already. A read without FOR UPDATE could return its old value. */
    private long greater(
        Connection connection, String table, byte[] name, long token, SQLException stale)
        throws SQLException {
      String sql = "SELECT token FROM " + table + " WHERE resource = ? FOR UPDATE";
      try (PreparedStatement query = connection.prepareStatement(sql)) {
        query.setBytes(1, name);
        try (ResultSet row = query.executeQuery()) {
          if (row.next() && row.getLong(1) > token) {
            return row.getLong(1);
          }
          throw stale;
        }
      }
    }
  };

  /** Creates the table unless it exists. */
  abstract String tableDefinition(String table);

  /** Parameters: the resource, then the token for each of the others. */
  abstract String checkStatement(String table);

  /**
   * Compares and records in one statement.
   *
   * @return the token, or the greater one that was recorded before
   */
  abstract long record(Connection connection, String table, String resource, long token)
      throws SQLException;
}
