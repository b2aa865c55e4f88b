package io.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Tenure;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The examples do what their documentation says. */
final class ExamplesTest {
  private static TestServer server;
  private static Tenure tenure;
  private static ExecutorService threads;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.start();
    tenure = Tenure.connect(server.endpoint());
    threads = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    tenure.close();
    server.close();
  }

  @Test
  void jobRunsOnce() throws Exception {
    Callable<Boolean> machine = () -> CronJob.runOnce(tenure, "/jobs/test", Duration.ofMinutes(10));
    CompletionService<Boolean> ended = new ExecutorCompletionService<>(threads);
    List<Future<Boolean>> machines = Stream.generate(() -> ended.submit(machine)).limit(3).toList();

    for (int i = 0; i < 2; i++) {
      Future<Boolean> other = ended.poll(30, TimeUnit.SECONDS);
      assertThat(other).isNotNull();
      assertThat(other.get()).isFalse();
    }
    assertThat(tenure.get("/jobs/test").holds()).hasSize(1);
    machines.forEach(each -> each.cancel(true));
  }

  @Test
  void leaderWorksUntilItIsInterrupted() throws Exception {
    Future<?> leader =
        threads.submit(
            () -> {
              tenure.election("/elections/test").run(LeaderOnlyWorker::work);
              return null;
            });
    while (tenure.election("/elections/test").leader().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }

    leader.cancel(true);

    while (tenure.election("/elections/test").leader().isPresent()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void cacheIsReadAndRebuilt() throws Exception {
    CacheRebuild.main(new String[] {server.endpoint()});

    assertThat(tenure.list("/caches", "").keys()).isEmpty();
  }

  @Test
  void schemaIsMigratedOnce() throws Exception {
    MigrationGuard.Schema schema = new MigrationGuard.Schema();
    Callable<Void> instance =
        () -> {
          MigrationGuard.start(tenure, Thread.currentThread().getName(), schema);
          return null;
        };
    threads.invokeAll(List.of(instance, instance, instance, instance));

    assertThat(schema.migrations).isEqualTo(1);
  }
}
