package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ResumingWatch;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class SessionTermTest {
  private static final long TTL_MILLIS = 3_000;
  private static final int FAILOVERS = 2;

  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  /**
   * A session lives at least its TTL after the last keep-alive that was acknowledged was sent,
   * whoever leads then. One is kept alive throughout; others are left alone one after the other,
   * just before a leader is killed.
   */
  @Test
  void leaderChangeNeverEndsASessionEarly() {
    cluster.start();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        ResumingWatch watch = new ResumingWatch(cluster.addresses())) {
      KeptSession kept = client.openSession(TTL_MILLIS);
      KeptSession.granted(kept.acquire("/kept").answer());
      Map<Long, KeptSession> left = new HashMap<>();
      for (int i = 0; i < FAILOVERS; i++) {
        KeptSession session = client.openSession(TTL_MILLIS);
        KeptSession.granted(session.acquire("/left/" + i).answer());
        left.put(session.id(), session);
        awaitKeepAlive(session);
        client.leaveAlone(session);
        cluster.leader().kill();
        cluster.start();
      }

      for (KeptSession session : left.values()) {
        Await.until("it expires", () -> watch.find(event -> isEnd(event, session)).isPresent());
        ResumingWatch.Seen end = watch.find(event -> isEnd(event, session)).orElseThrow();
        assertThat(end.event().getEndCause()).isEqualTo(EndCause.SESSION_EXPIRED);
        assertThat(end.nanos()).as("when it ended").isGreaterThan(session.promisedNanos());
      }
      watch
          .find(event -> isEnd(event, kept))
          .ifPresent(
              end ->
                  assertThat(end.nanos())
                      .as("when the session ended that was kept alive")
                      .isGreaterThan(kept.promisedNanos()));
    }
  }

  private static void awaitKeepAlive(KeptSession session) {
    long promised = session.promisedNanos();
    Await.until("it is kept alive", () -> session.promisedNanos() > promised);
  }

  private static boolean isEnd(Event event, KeptSession session) {
    return event.getKind() == EventKind.RELEASED && event.getSession() == session.id();
  }
}
