package io.tenure.client.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tenure.client.Target;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlainRequestTest {
  private static final List<Target> ONE = List.of(Target.exclusive("/a"));
  private static final Duration TTL = Duration.ofSeconds(30);

  @Test
  void whatIsOutOfRangeIsRefusedWithTheRange() {
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);

    refuses(List.of(), TTL, Duration.ZERO, "targets: 0 (expected: 1 to 16)");
    refuses(Collections.nCopies(17, ONE.get(0)), TTL, Duration.ZERO, "targets: 17 (expected: ");
    refuses(ONE, Duration.ofMillis(500), Duration.ZERO, "ttl: 0.5 s (expected: 1 s to 600 s)");
    refuses(ONE, Duration.ofSeconds(601), Duration.ZERO, "ttl: 601");
    refuses(ONE, endless, Duration.ZERO, "ttl: 9");
    refuses(ONE, TTL, Duration.ofMillis(-1), "wait: PT-0.001S (expected: 0 to 1 day, or forever)");
    refuses(ONE, TTL, endless, "wait: PT2");
  }

  private static void refuses(List<Target> targets, Duration ttl, Duration wait, String beginning) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlainRequest(targets, ttl, wait, "", ""))
        .withMessageStartingWith(beginning)
        .withMessageContaining("(expected: ");
  }

  @Test
  void textsThatAreTooLongAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlainRequest(ONE, TTL, Duration.ZERO, "v".repeat(4_097), ""))
        .withMessage("value: 4097 bytes (expected: at most 4096 bytes)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlainRequest(ONE, TTL, Duration.ZERO, "", "n".repeat(129)))
        .withMessage("name: 129 bytes (expected: at most 128 bytes)");
  }

  @Test
  void limitsThemselvesAreFine() {
    Duration day = Duration.ofDays(1);

    assertThat(new PlainRequest(ONE, Duration.ofSeconds(1), day, "", "").maxWait()).isEqualTo(day);
    assertThat(
            new PlainRequest(ONE, Duration.ofMinutes(10), PlainRequest.FOREVER, "", "").maxWait())
        .isEqualTo(PlainRequest.FOREVER);
  }
}
