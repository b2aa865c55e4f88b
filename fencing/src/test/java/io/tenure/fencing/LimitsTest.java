package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of arguments. */
final class LimitsTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 33, (1L << 53) - 1})
  void tokensOfTheServiceAreAccepted(long token) {
    assertThatNoException().isThrownBy(() -> Limits.requireToken(token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", " ", "/billing/month-end", "/Müller", "\uD83D\uDD12", "'; --"})
  void anyPrintableTextNamesAResource(String resource) {
    assertThatNoException().isThrownBy(() -> Limits.requireResource(resource));
  }

  @Test
  void resourceIsMeasuredInBytes() {
    assertThatNoException().isThrownBy(() -> Limits.requireResource("ü".repeat(256)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Limits.requireResource("ü".repeat(257)))
        .withMessage("resource: 514 bytes (expected: 1 to 512 bytes)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000", "a\nb", "\u007f", "\uD83D", "\uDD12\uD83D"})
  void textThatADatabaseMightChangeIsRefused(String resource) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Limits.requireResource(resource))
        .withMessageContaining("(expected: valid text without control characters)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fencing", "_f", "Fencing_2", "locks.fencing"})
  void plainNamesAreTables(String table) {
    assertThatNoException().isThrownBy(() -> Limits.requireTable(table));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2fencing",
        "a b",
        "a-b",
        "a.b.c",
        "a.",
        ".a",
        "\"a\"",
        "`a`",
        "a;",
        "a(resource) SELECT 1--",
        "a\n",
        "tä",
        "a234567890123456789012345678901234567890123456789012345678901234"
      })
  void whatIsMoreThanANameIsNoTable(String table) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JdbcFencingGuard.of(Dialect.POSTGRESQL, table))
        .withMessageStartingWith("table: \"" + table + "\" (expected: NAME or SCHEMA.NAME");
  }
}
