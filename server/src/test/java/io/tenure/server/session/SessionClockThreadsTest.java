package io.tenure.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SessionClockThreadsTest {
  private static final int SENDERS = 4;
  private static final int EACH = 20_000;

  private static final class Counting implements KeepAliveAnswer {
    private final AtomicInteger answers = new AtomicInteger();
    private final CountDownLatch latch;

    Counting(CountDownLatch latch) {
      this.latch = latch;
    }

    private void answered() {
      answers.incrementAndGet();
      latch.countDown();
    }

    @Override
    public void kept(long ttlMillis) {
      answered();
    }

    @Override
    public void unknown() {
      answered();
    }

    @Override
    public void failed(Failure failure) {
      answered();
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }

  @Test
  void everyKeepAliveIsAnsweredOnceWhileLeadershipComesAndGoes_4() throws Exception {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    try {
      SessionClock clock = clock(timer);
      List<Session> sessions =
          LongStream.range(0, 100)
              .mapToObj(n -> new Session(new SessionId(n), n, 1_000, ""))
              .toList();
      clock.leads(1, sessions);
      Future<?> ticks = timer.scheduleAtFixedRate(clock::tick, 1, 1, TimeUnit.MILLISECONDS);
      CountDownLatch latch = new CountDownLatch(SENDERS * EACH);

      List<Future<List<Counting>>> sent = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        sent.add(senders.submit(() -> send(clock, latch)));
      }
      for (long term = 2; latch.getCount() > 0; term++) {
        CountDownLatch somethingHappened = new CountDownLatch(1);
        clock.keepAlive(new SessionId(1), new Counting(somethingHappened));
        assertThat(somethingHappened.await(30, TimeUnit.SECONDS)).isTrue();
        clock.deposed();
        clock.leads(term, sessions);
      }

      assertThat(ticks.isDone()).isFalse();
      for (Future<List<Counting>> answers : sent) {
        assertThat(answers.get()).allMatch(answer -> answer.answers.get() == 1);
      }
    } finally {
      senders.shutdownNow();
      timer.shutdownNow();
    }
  }

  private static SessionClock clock(ScheduledExecutorService timer) {
    ExpiryProposer proposer =
        new ExpiryProposer() {
          @Override
          public CompletableFuture<Void> confirmLeadership(long term) {
            CompletableFuture<Void> confirmed = new CompletableFuture<>();
            timer.execute(() -> confirmed.complete(null));
            return confirmed;
          }

          @Override
          public void expire(long term, SessionId session, Runnable notExpired) {
            timer.execute(notExpired);
          }
        };
    Alarm alarm =
        (delayMillis, task) -> {
          var unused = timer.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
        };
    SessionSettings settings = new SessionSettings(1, 10, 10, 1, 5, 5_000, 500, 10_000);
    return new SessionClock(settings, System::nanoTime, proposer, alarm, new SimpleMeterRegistry());
  }

  private static List<Counting> send(SessionClock clock, CountDownLatch latch) {
    List<Counting> answers = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      Counting answer = new Counting(latch);
      answers.add(answer);
      clock.keepAlive(new SessionId(i % 110), answer);
    }
    return answers;
  }
}
