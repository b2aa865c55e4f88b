package io.tenure.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a task on a network thread throws. */
@Timeout(60)
final class TransportTest {
  private final BlockingQueue<Throwable> fatal = new LinkedBlockingQueue<>();
  private final Transport transport = new Transport(1, fatal::add);
  private final Error error = new StackOverflowError();

  @AfterEach
  void stop() {
    transport.close();
  }

  private ScheduledExecutorService loop() {
    return CompletableFuture.supplyAsync(transport::loop, transport.workers()).join();
  }

  private static void ignore(ScheduledFuture<?> unused) {}

  private void fail() {
    throw error;
  }

  @Test
  void errorInATaskEndsTheNode() throws Exception {
    loop().execute(this::fail);

    assertThat(fatal.take()).isSameAs(error);
  }

  @Test
  void errorInADelayedTaskEndsTheNode() throws Exception {
    ignore(loop().schedule(this::fail, 1, TimeUnit.MILLISECONDS));

    assertThat(fatal.take()).isSameAs(error);
  }

  @Test
  void errorInADelayedCallEndsTheNode() throws Exception {
    ignore(
        loop()
            .schedule(
                () -> {
                  throw error;
                },
                1,
                TimeUnit.MILLISECONDS));

    assertThat(fatal.take()).isSameAs(error);
  }

  @Test
  void errorInARepeatedTaskEndsTheNode() throws Exception {
    ignore(loop().scheduleWithFixedDelay(this::fail, 1, 1, TimeUnit.MILLISECONDS));

    assertThat(fatal.take()).isSameAs(error);
  }

  @Test
  void repeatedTaskRunsAgainAfterAnException() throws Exception {
    CountDownLatch thrice = new CountDownLatch(3);

    ignore(
        loop()
            .scheduleAtFixedRate(
                () -> {
                  thrice.countDown();
                  throw new IllegalStateException("for a test");
                },
                1,
                1,
                TimeUnit.MILLISECONDS));

    thrice.await();
    assertThat(fatal).isEmpty();
  }

  @Test
  void exceptionInATaskKeepsNothingFromTheNext() throws Exception {
    ScheduledExecutorService loop = loop();
    AtomicInteger done = new AtomicInteger();

    loop.execute(
        () -> {
          throw new IllegalStateException("for a test");
        });

    assertThat(loop.submit(done::incrementAndGet).get()).isOne();
    assertThat(fatal).isEmpty();
  }
}
