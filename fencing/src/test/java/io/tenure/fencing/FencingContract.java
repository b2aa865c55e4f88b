package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.tenure.harness.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a guard guarantees on every database: in one transaction, and with two concurrent ones. */
abstract class FencingContract {
  /** A new one for each test, so that no test sees the tokens of another. */
  final String resource = "/" + UUID.randomUUID();

  private TestDatabase database;
  private JdbcFencingGuard guard;

  abstract TestDatabase database();

  @BeforeEach
  void createTables() throws SQLException {
    database = database();
    guard = JdbcFencingGuard.of(database.dialect());
    try (Connection connection = database.connect()) {
      guard.createTable(connection);
    }
    database.execute(
        "CREATE TABLE IF NOT EXISTS ledger"
            + " (id SERIAL, resource VARCHAR(512), token BIGINT NOT NULL)");
  }

  final Writer writer(long token) throws SQLException {
    return new Writer(database, guard, resource, token);
  }

  final JdbcFencingGuard guard() {
    return guard;
  }

  /** Checks, writes and commits with this token. */
  final void write(long token) throws SQLException {
    try (Writer writer = writer(token)) {
      writer.check();
      writer.write();
      writer.commit();
    }
  }

  final List<Long> committed() throws SQLException {
    return database.query(Writer.ledger(resource));
  }

  /** Databases behave differently if the row to lock does not exist yet. */
  private List<Long> before(boolean first) throws SQLException {
    if (!first) {
      write(32);
    }
    return committed();
  }

  private static List<Long> with(List<Long> before, Long... more) {
    List<Long> all = new ArrayList<>(before);
    all.addAll(List.of(more));
    return all;
  }

  private static void assertStale(Future<?> check, long token, long highest) {
    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(() -> Await.outcome(check))
        .satisfies(
            stale -> {
              assertThat(stale.token()).isEqualTo(token);
              assertThat(stale.highest()).isEqualTo(highest);
            });
  }

  // ---------------------------------------------------------------------- one after the other

  @Test
  void equalAndGreaterTokensPass() throws SQLException {
    write(33);
    write(33);
    write(35);
    write(35);

    assertThat(committed()).containsExactly(33L, 33L, 35L, 35L);
  }

  @Test
  void staleTokenIsRefused() throws SQLException {
    write(34);

    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(() -> write(33))
        .withMessage(resource + ": stale token 33 (seen: 34); its holder has lost the lock");
    assertThat(committed()).containsExactly(34L);
  }

  @Test
  void refusalLeavesTheHighestTokenInPlace() throws SQLException {
    write(34);
    try (Writer stale = writer(32)) {
      assertThatExceptionOfType(StaleTokenException.class).isThrownBy(stale::check);
      stale.commit();
    }

    assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> write(33));
    assertThatNoException().isThrownBy(() -> write(34));
  }

  @Test
  void oneTransactionMayCheckTwice() throws SQLException {
    try (Writer writer = writer(33)) {
      writer.check();
      writer.check();
      writer.write();
      writer.commit();
    }

    assertThat(committed()).containsExactly(33L);
  }

  @Test
  void tokensAreExactUpToTheGreatest() throws SQLException {
    long greatest = (1L << 53) - 1;
    write(greatest - 1);
    write(greatest);

    assertThatExceptionOfType(StaleTokenException.class)
        .isThrownBy(() -> write(greatest - 1))
        .satisfies(stale -> assertThat(stale.highest()).isEqualTo(greatest));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(greatest + 1))
        .withMessage("token: 9007199254740992 (expected: 1 to 9007199254740991)");
  }

  @Test
  void namesThatLookAlikeAreDifferentResources() throws SQLException {
    List<String> alike =
        List.of("/é", "/e", "/E", "/e ", "/e\u0301", "/\uD83D\uDD12", "/\uD83D\uDD13", "/e'); --");

    // If two of them were one, the later of both would be stale.
    for (int i = 0; i < alike.size(); i++) {
      try (Writer writer = new Writer(database, guard, resource + alike.get(i), 100 - i)) {
        assertThatNoException().isThrownBy(writer::check);
        writer.commit();
      }
    }
  }

  @Test
  void longestNameFits() throws SQLException {
    String longest = resource + "\uD83D\uDD12".repeat((512 - resource.length()) / 4);

    try (Writer writer = new Writer(database, guard, longest, 33)) {
      assertThatNoException().isThrownBy(writer::check);
    }
  }

  @Test
  void tableMayBeAnother() throws SQLException {
    JdbcFencingGuard other = JdbcFencingGuard.of(database.dialect(), "Other_fencing_2");
    write(34);

    try (Connection connection = database.connect()) {
      other.createTable(connection);
      other.createTable(connection);
    }

    try (Writer writer = new Writer(database, other, resource, 33)) {
      assertThatNoException().isThrownBy(writer::check);
    }
  }

  // ------------------------------------------------------------------------- the transaction

  @Test
  void autocommitIsRefusedAndNothingIsRecorded() throws SQLException {
    try (Connection connection = database.connect()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> guard.check(connection, resource, 34))
          .withMessageStartingWith("autocommit: on (expected: off");
    }

    assertThatNoException().isThrownBy(() -> write(33));
  }

  @Test
  void tokenOfATransactionThatRolledBackWasNeverSeen() throws SQLException {
    write(32);
    try (Writer newer = writer(34)) {
      newer.check();
      newer.write();
      newer.rollback();
    }

    write(33);

    assertThat(committed()).containsExactly(32L, 33L);
  }

  @Test
  void whatWasWrittenBeforeARefusedCheckIsRolledBack() throws SQLException {
    write(34);

    try (Writer stale = writer(33)) {
      stale.write();
      assertThatExceptionOfType(StaleTokenException.class).isThrownBy(stale::check);
      stale.rollback();
    }

    assertThat(committed()).containsExactly(34L);
  }

  @Test
  void databaseErrorIsNotTakenForAnAnswer() {
    JdbcFencingGuard nowhere = JdbcFencingGuard.of(database.dialect(), "no_such_table");

    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () -> {
              try (Writer writer = new Writer(database, nowhere, resource, 33)) {
                writer.check();
              }
            });
  }

  // ------------------------------------------------------------------------ two at the same time

  @ParameterizedTest(name = "the first of all: {0}")
  @ValueSource(booleans = {false, true})
  void newerHolderWaitsForAnOlderTransactionAndSeesWhatItWrote(boolean first) throws Exception {
    List<Long> before = before(first);
    try (Writer older = writer(33);
        Writer newer = writer(34)) {
      older.check();
      older.write();

      Future<Boolean> check = newer.startCheck();
      database.awaitWaiter();
      older.commit();

      assertThat(Await.outcome(check)).isTrue();
      assertThat(newer.read()).isEqualTo(with(before, 33L));
      newer.write();
      newer.commit();
    }
    assertThat(committed()).isEqualTo(with(before, 33L, 34L));
  }

  @ParameterizedTest(name = "the first of all: {0}")
  @ValueSource(booleans = {false, true})
  void olderHolderIsRefusedWhenTheNewerTransactionCommits(boolean first) throws Exception {
    List<Long> before = before(first);
    try (Writer older = writer(33);
        Writer newer = writer(34)) {
      newer.check();
      newer.write();

      Future<Boolean> check = older.startCheck();
      database.awaitWaiter();
      newer.commit();

      assertStale(check, 33, 34);
      older.rollback();
    }
    assertThat(committed()).isEqualTo(with(before, 34L));
  }

  @ParameterizedTest(name = "the first of all: {0}")
  @ValueSource(booleans = {false, true})
  void olderHolderPassesWhenTheNewerTransactionRollsBack(boolean first) throws Exception {
    List<Long> before = before(first);
    try (Writer older = writer(33);
        Writer newer = writer(34)) {
      newer.check();
      newer.write();

      Future<Boolean> check = older.startCheck();
      database.awaitWaiter();
      newer.rollback();

      assertThat(Await.outcome(check)).isTrue();
      older.write();
      older.commit();
    }
    assertThat(committed()).isEqualTo(with(before, 33L));
  }

  @Test
  void holderThatIsRefusedKeepsNobodyOutAfterItsRollback() throws Exception {
    write(34);
    try (Writer stale = writer(33);
        Writer newer = writer(35)) {
      assertThatExceptionOfType(StaleTokenException.class).isThrownBy(stale::check);

      Future<Boolean> check = newer.startCheck();
      database.awaitWaiter();
      stale.rollback();

      assertThat(Await.outcome(check)).isTrue();
    }
  }

  @Test
  void resourcesDoNotWaitForEachOther() throws Exception {
    write(33);
    try (Writer here = writer(34);
        Writer there = new Writer(database, guard, resource + "/other", 1)) {
      here.check();

      assertThat(Await.outcome(there.startCheck())).isTrue();
    }
  }

  @Test
  void whatIsReadBeforeTheCheckMayBeOld() throws Exception {
    write(32);
    try (Writer older = writer(33);
        Writer newer = writer(34)) {
      older.check();
      older.write();

      List<Long> readTooEarly = newer.read();
      Future<Boolean> check = newer.startCheck();
      database.awaitWaiter();
      older.commit();

      assertThat(Await.outcome(check)).isTrue();
      assertThat(readTooEarly).containsExactly(32L);
      assertThat(committed()).containsExactly(32L, 33L);
    }
  }

  @Test
  void writesComeInTheOrderOfTheirTokensWhateverTheWritersDo() throws Exception {
    AtomicLong newest = new AtomicLong(1);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Integer>> writers = new ArrayList<>();

    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      writers.add(threads.submit(() -> writeALot(random, newest)));
    }
    int refused = 0;
    for (Future<Integer> writer : writers) {
      refused += Await.outcome(writer);
    }
    threads.shutdown();

    assertThat(committed()).isSorted().hasSizeGreaterThan(4);
    assertThat(refused).isPositive();
  }

  /** Writes with new and old tokens, and commits or not. Returns how often it was refused. */
  private int writeALot(Random random, AtomicLong newest) throws SQLException {
    int refused = 0;
    for (int i = 0; i < 50; i++) {
      long token =
          random.nextInt(4) == 0
              ? newest.incrementAndGet()
              : Math.max(1, newest.get() - random.nextInt(3));
      try (Writer writer = writer(token)) {
        writer.check();
        writer.write();
        if (random.nextInt(4) != 0) {
          writer.commit();
        }
      } catch (StaleTokenException stale) {
        refused++;
      } catch (SQLException e) {
        // A deadlock, as two that insert the first row of all may run into.
        assertThat(e.getSQLState()).isEqualTo("40001");
      }
    }
    return refused;
  }
}
