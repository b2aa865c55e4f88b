package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Candidacy;
import io.tenure.client.Hold;
import io.tenure.client.Observation;
import io.tenure.client.Tenure;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Code that depends on futures blocks its thread. */
final class BlockedDependentsTest {
  private TestServer server;
  private Tenure tenure;
  private final CountDownLatch hang = new CountDownLatch(1);
  private final AtomicInteger hanging = new AtomicInteger();

  @BeforeEach
  void start() {
    server = TestServer.start();
    tenure = server.connect();
  }

  @AfterEach
  void stop() {
    hang.countDown();
    tenure.close();
    server.close();
  }

  private void block(int count) {
    for (int i = 0; i < count; i++) {
      var unused =
          tenure
              .lock("/blocked/" + i)
              .acquireAsync()
              .thenAccept(
                  hold -> {
                    hanging.incrementAndGet();
                    try {
                      hang.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
    }
  }

  @Test
  void otherFuturesAreCompleted() throws Exception {
    block(100);
    Await.until("they hang", () -> hanging.get() == 100);

    Hold hold = tenure.lock("/free").acquireAsync().get(30, TimeUnit.SECONDS);

    assertThat(tenure.getAsync("/free").get(30, TimeUnit.SECONDS).holds()).hasSize(1);
    hold.releaseAsync().get(30, TimeUnit.SECONDS);
  }

  @Test
  void electionsGoOnHoweverManyHang() throws Exception {
    block(300);
    Await.until("as many hang as can", () -> hanging.get() >= 128);
    List<String> story = new CopyOnWriteArrayList<>();

    Candidacy candidacy =
        tenure
            .election("/elected")
            .stand(won -> story.add("elected"), loss -> story.add("demoted"));
    Observation observation = tenure.election("/elected").observe(leader -> story.add("seen"));

    Await.until("both are told", () -> story.contains("elected") && story.contains("seen"));
    candidacy.close();
    assertThat(story).contains("demoted");
    observation.close();
  }
}
