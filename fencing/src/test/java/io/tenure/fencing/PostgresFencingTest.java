package io.tenure.fencing;

import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.harness.Await;
import java.sql.SQLException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract on PostgreSQL, and what its stricter isolation levels do. */
final class PostgresFencingTest extends FencingContract {
  private static final String SERIALIZATION_FAILURE = "40001";

  @Override
  TestDatabase database() {
    return PostgresServer.shared();
  }

  private Writer writer(long token, int isolation) throws SQLException {
    Writer writer = writer(token);
    writer.connection().setTransactionIsolation(isolation);
    return writer;
  }

  private static void assertSerializationFailure(Future<?> check) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> Await.outcome(check))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(SERIALIZATION_FAILURE));
  }

  @ParameterizedTest
  @ValueSource(ints = {TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE})
  void stricterLevelsRefuseAStaleTokenThatComesLater(int isolation) throws SQLException {
    write(34);

    try (Writer stale = writer(33, isolation)) {
      assertThatExceptionOfType(StaleTokenException.class).isThrownBy(stale::check);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE})
  void stricterLevelsFailTheOneThatHadToWaitAndItPassesWhenItTriesAgain(int isolation)
      throws Exception {
    write(32);
    try (Writer older = writer(33, isolation);
        Writer newer = writer(34, isolation)) {
      older.check();
      older.write();

      Future<Boolean> check = newer.startCheck();
      database().awaitWaiter();
      older.commit();

      assertSerializationFailure(check);
      newer.rollback();
      newer.check();
      assertThat(newer.read()).containsExactly(32L, 33L);
      newer.write();
      newer.commit();
    }
    assertThat(committed()).containsExactly(32L, 33L, 34L);
  }

  @ParameterizedTest
  @ValueSource(ints = {TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE})
  void stricterLevelsFailAStaleOneThatHadToWaitAndItIsRefusedWhenItTriesAgain(int isolation)
      throws Exception {
    try (Writer older = writer(33, isolation);
        Writer newer = writer(34, isolation)) {
      newer.check();
      newer.write();

      Future<Boolean> check = older.startCheck();
      database().awaitWaiter();
      newer.commit();

      assertSerializationFailure(check);
      older.rollback();
      assertThatExceptionOfType(StaleTokenException.class).isThrownBy(older::check);
    }
    assertThat(committed()).containsExactly(34L);
  }

  @ParameterizedTest
  @ValueSource(ints = {TRANSACTION_REPEATABLE_READ, TRANSACTION_SERIALIZABLE})
  void stricterLevelsFailTheOneThatReadBeforeAnotherCommitted(int isolation) throws Exception {
    write(32);
    try (Writer newer = writer(34, isolation)) {
      assertThat(newer.read()).containsExactly(32L);

      write(33);

      assertSerializationFailure(newer.startCheck());
    }
  }

  @Test
  void tableMayBeInASchema() throws SQLException {
    database().execute("CREATE SCHEMA IF NOT EXISTS locks");
    JdbcFencingGuard inSchema = JdbcFencingGuard.of(Dialect.POSTGRESQL, "locks.fencing");

    try (Writer writer = new Writer(database(), inSchema, resource, 33)) {
      inSchema.createTable(writer.connection());
      writer.check();
      writer.commit();
    }

    assertThat(database().query("SELECT token FROM locks.fencing")).containsExactly(33L);
  }
}
