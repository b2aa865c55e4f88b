package io.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.fencing.PostgresServer;
import io.tenure.testkit.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example with a real database that is empty at first. */
final class FencedWriteTest {
  private static PostgresServer postgres;

  @BeforeAll
  static void start() {
    postgres = PostgresServer.shared();
  }

  private static int balance() throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT balance FROM account WHERE id = 42")) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }

  private static void assertLateWriteIsRefused(TestServer server) throws Exception {
    try (ExampleProgram example =
        ExampleProgram.start(FencedWrite.class, postgres.url(), server.endpoint())) {
      int code = example.exitCode();

      assertThat(example.lines())
          .satisfiesExactly(
              first -> assertThat(first).matches("written with token \\d+"),
              second ->
                  assertThat(second)
                      .matches(
                          "refused: /accounts/42: stale token \\d+ \\(seen: \\d+\\); its holder has lost the lock"));
      assertThat(code).isZero();
      assertThat(balance()).isEqualTo(10);
    }
  }

  @Test
  void lateWriteIsRefusedFromTheFirstRunOn() throws Exception {
    try (TestServer server = TestServer.start()) {
      assertLateWriteIsRefused(server);
      assertLateWriteIsRefused(server);
    }
  }

  @Test
  void endpointInPlaceOfTheDatabaseIsToldApart() throws Exception {
    try (ExampleProgram example = ExampleProgram.start(FencedWrite.class, "localhost:7400")) {
      assertThat(example.exitCode()).isEqualTo(2);
      assertThat(example.lines())
          .containsExactly(
              "jdbc url: localhost:7400 (expected: jdbc:postgresql://HOST/DATABASE?user=USER)");
    }
  }

  @Test
  void forgottenDatabaseIsAskedFor() throws Exception {
    try (ExampleProgram example = ExampleProgram.start(FencedWrite.class)) {
      assertThat(example.exitCode()).isEqualTo(2);
      assertThat(example.lines())
          .containsExactly("jdbc url: none (expected: jdbc:postgresql://HOST/DATABASE?user=USER)");
    }
  }
}
