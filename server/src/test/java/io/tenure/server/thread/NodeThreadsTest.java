package io.tenure.server.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class NodeThreadsTest {
  private final BlockingQueue<Throwable> fatal = new LinkedBlockingQueue<>();
  private final NodeThreads threads = new NodeThreads(fatal::add);
  private final ScheduledExecutorService timer = threads.timer("timer");

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private static void schedule(ScheduledFuture<?> unused) {}

  @Test
  void errorInARepeatedTaskEndsTheNode() throws Exception {
    Error error = new StackOverflowError();

    schedule(timer.scheduleAtFixedRate(() -> fail(error), 0, 1, TimeUnit.MILLISECONDS));

    assertThat(fatal.take()).isSameAs(error);
  }

  @Test
  void errorInATaskThatRunsOnceEndsTheNode() throws Exception {
    Error error = new StackOverflowError();

    schedule(timer.schedule(() -> fail(error), 1, TimeUnit.MILLISECONDS));

    assertThat(fatal.take()).isSameAs(error);
  }

  @Test
  void errorInATaskThatRunsAtOnceEndsTheNode() throws Exception {
    Error error = new StackOverflowError();

    timer.execute(() -> fail(error));

    assertThat(fatal.take()).isSameAs(error);
  }

  @Test
  void exceptionThatWouldDropARepeatedTaskEndsTheNode() throws Exception {
    RuntimeException exception = new IllegalStateException("broken");

    schedule(
        timer.scheduleWithFixedDelay(
            () -> {
              throw exception;
            },
            0,
            1,
            TimeUnit.MILLISECONDS));

    assertThat(fatal.take()).isSameAs(exception);
  }

  @Test
  void exceptionInATaskThatRunsOnceDoesNotEndTheNode() throws Exception {
    CountDownLatch later = new CountDownLatch(1);

    timer.execute(
        () -> {
          throw new IllegalStateException("this call only");
        });
    timer.execute(later::countDown);

    later.await();
    assertThat(fatal).isEmpty();
  }

  @Test
  void cancelledTaskDoesNotEndTheNode() throws Exception {
    CountDownLatch later = new CountDownLatch(1);

    timer.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS).cancel(true);
    timer.execute(later::countDown);

    later.await();
    assertThat(fatal).isEmpty();
  }

  @Test
  void whateverEndsAThreadEndsTheNode() throws Exception {
    RuntimeException exception = new IllegalStateException("broken");

    threads
        .daemon(
            "worker",
            () -> {
              throw exception;
            })
        .start();

    assertThat(fatal.take()).isSameAs(exception);
  }

  @Test
  void errorThatAFutureWouldSwallowIsReported() throws Exception {
    Error error = new StackOverflowError();

    threads.daemon("worker", () -> NodeThreads.report(error)).start();

    assertThat(fatal.take()).isSameAs(error);
  }

  private static void fail(Error error) {
    throw error;
  }
}
