package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.harness.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A request that its caller gives up is withdrawn, and leaves nothing behind. */
final class AbandonedRequestTest extends WithTwoClients {
  @Test
  void interruptedRequestIsWithdrawn() throws Exception {
    try (Hold hold = tenure.lock("/interrupted").acquire()) {
      Future<Hold> waiting = threads.submit(() -> other.lock("/interrupted").acquire());
      Await.until("it waits", () -> waiting("/interrupted") == 1);

      waiting.cancel(true);

      Await.until("it waits no longer", () -> waiting("/interrupted") == 0);
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void cancelledRequestIsWithdrawn() throws Exception {
    try (Hold hold = tenure.lock("/cancelled").acquire()) {
      CompletableFuture<Hold> waiting = other.lock("/cancelled").acquireAsync();
      Await.until("it waits", () -> waiting("/cancelled") == 1);

      waiting.cancel(true);

      Await.until("it waits no longer", () -> waiting("/cancelled") == 0);
      assertThat(hold.isValid()).isTrue();
    }
  }

  @Test
  void deadWaiterDelaysNobody() throws Exception {
    Hold hold = tenure.lock("/dead").acquire();
    Tenure doomed = Tenure.connect(server.endpoint());
    CompletableFuture<Hold> dead = doomed.lock("/dead").acquireAsync();
    Await.until("it waits", () -> waiting("/dead") == 1);
    CompletableFuture<Hold> alive = other.lock("/dead").acquireAsync();
    Await.until("both wait", () -> waiting("/dead") == 2);

    doomed.close();
    hold.release();

    alive.get(20, TimeUnit.SECONDS).release();
    assertThat(dead).isCompletedExceptionally();
  }

  @Test
  void nothingLeaksFromRequestsThatAreGivenUpAtAnyMoment() throws Exception {
    List<CompletableFuture<Void>> wanted = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      CompletableFuture<Hold> request =
          (i % 2 == 0 ? tenure : other)
              .lock("/leak/" + i % 5)
              .waitUpTo(Duration.ofSeconds(60))
              .acquireAsync();
      if (i % 3 == 0) {
        wanted.add(request.thenAccept(Hold::release));
      } else {
        Thread.onSpinWait();
        request.cancel(true);
      }
    }
    for (CompletableFuture<Void> each : wanted) {
      each.get(60, TimeUnit.SECONDS);
    }

    Await.until("nothing is held", () -> tenure.list("/leak", "").keys().isEmpty());
  }
}
