package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import io.tenure.harness.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Listeners of a loss: none delays another, and an exception stops nothing else. */
final class LossListenerTest extends WithLossListener {
  @Test
  void bugInAListenerStopsNeitherOthersNorTheKeepAlives() throws Exception {
    Hold other = tenure.lock("/hold/other").acquire();
    tenure
        .lock("/hold/bug")
        .owner("bug")
        .holdAtMost(Duration.ofMillis(50))
        .onLost(
            loss -> {
              throw new IllegalStateException("a bug");
            })
        .onLost(losses::add)
        .acquire();

    Await.until("the second listener is told", () -> !losses.isEmpty());
    CountDownLatch terms = new CountDownLatch(1);
    assertThat(terms.await(MORE_THAN_A_TERM_MILLIS, TimeUnit.MILLISECONDS)).isFalse();

    assertThat(other.isValid()).isTrue();
    other.release();
  }

  @Test
  void listenerThatHangsKeepsNoOtherOfTheSameHoldFromBeingTold() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    Tenure closing = client(Duration.ofSeconds(10));
    Hold unused =
        closing
            .lock("/hold/two-listeners")
            .acquire()
            .onLost(loss -> awaitQuietly(hang))
            .onLost(losses::add);

    closing.close();

    Await.until("the second one is told", () -> losses.contains(Loss.CLOSED));
    hang.countDown();
  }

  @Test
  void hundredListenersAreToldAtTheSameTime() throws Exception {
    int count = 100;
    Tenure closing = client(Duration.ofSeconds(10));
    CountDownLatch together = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      Hold unused =
          closing
              .lock("/hold/burst/" + i)
              .acquire()
              .onLost(
                  loss -> {
                    together.countDown();
                    awaitQuietly(together);
                  });
    }

    closing.close();

    assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void listenerOfALostHoldIsToldAtOnce() throws Exception {
    Hold hold = tenure.lock("/hold/late").holdAtMost(Duration.ofMillis(10)).acquire();
    Await.until("it is lost", () -> !hold.isValid());

    hold.onLost(losses::add);

    Await.until("it is told", () -> losses.contains(Loss.HELD_TOO_LONG));
  }
}
