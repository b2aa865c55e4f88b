package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class EngineCloseTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  private final CountDownLatch never = new CountDownLatch(1);

  /** Waits for what does not come, on a thread of this name. */
  private void waitOn(String name) {
    Thread waiting =
        new Thread(
            () -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    waiting.setDaemon(true);
    waiting.start();
    try {
      waiting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void engineThatClosesIsLeftAlone() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();

    EngineClose.close("n1", () -> closed.set(true), EngineClose.PATIENCE);

    assertThat(closed).isTrue();
  }

  @Test
  void engineThatWaitsForItselfIsHelped() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();

    EngineClose.close(
        "n1",
        () -> {
          waitOn("n1-impl-thread1");
          closed.set(true);
        },
        SHORT);

    assertThat(closed).isTrue();
  }

  @Test
  void engineThatCannotBeHelpedIsGivenUp() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();

    EngineClose.close(
        "n1",
        () -> {
          waitOn("n2-impl-thread1");
          closed.set(true);
        },
        SHORT);

    assertThat(closed).isFalse();
    never.countDown();
  }

  @Test
  void failureIsPassedOn() {
    assertThatThrownBy(
            () ->
                EngineClose.close(
                    "n1",
                    () -> {
                      throw new IOException("the disk is gone");
                    },
                    EngineClose.PATIENCE))
        .hasRootCauseMessage("the disk is gone");
  }
}
