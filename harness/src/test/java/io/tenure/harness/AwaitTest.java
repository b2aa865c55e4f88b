package io.tenure.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class AwaitTest {
  @Test
  void conditionIsPolledUntilItHolds() {
    AtomicInteger polls = new AtomicInteger();

    Await.until("polled three times", () -> polls.incrementAndGet() == 3);

    assertThat(polls).hasValue(3);
  }

  @Test
  void limitThatIsReachedNamesTheCondition() {
    assertThatExceptionOfType(TimeoutException.class)
        .isThrownBy(() -> TimeLimit.of(Duration.ZERO).until("it rains", Duration.ZERO, () -> false))
        .withMessage("not within 0 s: it rains");
  }

  @Test
  void failureOfATaskIsThrownAsItWas() {
    IOException failure = new IOException("no");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Await.outcome(CompletableFuture.failedFuture(failure)))
        .isSameAs(failure);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Await.result("the task", CompletableFuture.failedFuture(failure)))
        .withMessage("failed: the task")
        .withCause(failure);
  }
}
