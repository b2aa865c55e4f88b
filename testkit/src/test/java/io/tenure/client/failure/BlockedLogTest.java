package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.tenure.client.Session;
import io.tenure.client.Tenure;
import io.tenure.harness.Await;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The log of a client blocks, as on a full disk, when its sessions are lost. */
final class BlockedLogTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.tenure.client");
  private final CountDownLatch unblocked = new CountDownLatch(1);
  private final List<String> told = new CopyOnWriteArrayList<>();

  /** Log messages, each with the listeners that had been notified before. */
  private final Map<String, List<String>> logged = new ConcurrentHashMap<>();

  private final UnsynchronizedAppenderBase<ILoggingEvent> appender =
      new UnsynchronizedAppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          logged.putIfAbsent(event.getFormattedMessage(), List.copyOf(told));
          try {
            unblocked.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
      };

  @BeforeEach
  void block() {
    appender.setContext(logger.getLoggerContext());
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void unblock() {
    unblocked.countDown();
    logger.detachAppender(appender);
  }

  @Test
  void everybodyHearsOfALossAlthoughTheLogIsBlocked() throws Exception {
    try (TestServer server = TestServer.start();
        Tenure first = client(server, "first");
        Tenure second = client(server, "second")) {
      List<Session> sessions =
          List.of(
              first.openSession(Duration.ofSeconds(1)),
              first.openSession(Duration.ofSeconds(2)),
              second.openSession(Duration.ofSeconds(2)));
      for (int i = 0; i < sessions.size(); i++) {
        String name = "session " + i;
        Session session = sessions.get(i).onLost(loss -> told.add(name));
        session.lock("/blocked/" + i).acquire().onLost(loss -> told.add(name + ", hold"));
      }

      server.kill();

      Await.until("all are told", () -> told.size() == 6);
      Await.until("it is logged", () -> !logged.isEmpty());
      assertThat(told)
          .containsExactlyInAnyOrder(
              "session 0",
              "session 0, hold",
              "session 1",
              "session 1, hold",
              "session 2",
              "session 2, hold");
      assertThat(logged)
          .allSatisfy(
              (message, before) ->
                  assertThat(before).as(message).contains("session 0", "session 0, hold"));
      unblocked.countDown();
    }
  }

  private static Tenure client(TestServer server, String name) {
    return server.connect(client -> client.name(name));
  }
}
