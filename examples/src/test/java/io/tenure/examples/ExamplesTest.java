package io.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Tenure;
import io.tenure.testkit.TestServer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The examples do what they say. */
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
    Callable<Boolean> machine = () -> CronJob.runOnce(tenure, "/jobs/test");
    List<Future<Boolean>> machines = threads.invokeAll(List.of(machine, machine, machine));

    int runs = 0;
    for (Future<Boolean> each : machines) {
      runs += each.get() ? 1 : 0;
    }
    assertThat(runs).isEqualTo(1);
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
