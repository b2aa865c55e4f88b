package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.HoldView;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.process.fixture.DirectStream;
import io.tenure.server.process.fixture.DirectStream.Exchange;
import io.tenure.server.process.fixture.EventLog;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.KeptSession;
import io.tenure.server.process.fixture.Ledger;
import io.tenure.server.process.fixture.Load;
import io.tenure.server.process.fixture.Pending;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A leader that is frozen, replaced, and goes on where it stood, with requests in its sockets that
 * came while it was frozen and more that come at once.
 *
 * <p>It must not acknowledge what the new leader does not know of or will not honour: a grant that
 * is not in the log, a keep-alive at all, the state as it was before. And what it says was not
 * executed must not have been.
 */
@Tag("full")
final class StoppedLeaderTest {
  private static final String WITNESS = "/witness";
  private static final String DOOMED = "/doomed";
  private static final int ROUNDS_AFTERWARDS = 20;

  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(3);

  private final Ledger ledger = new Ledger();
  private final List<DirectStream> streams = new ArrayList<>();

  @AfterEach
  void closeStreams() {
    streams.forEach(DirectStream::close);
  }

  @Test
  void deposedLeaderAcknowledgesNothing() {
    cluster.start();
    try (FailoverClient client = new FailoverClient(cluster.addresses());
        Load load = Load.start(client, ledger, 4)) {
      KeptSession kept = client.openSession(60_000);
      Pending first = kept.acquire(WITNESS);
      long held = ledger.granted(first, first.answer());
      Request.Builder second = kept.acquiring(kept.nextNumber(), WITNESS, -1);
      DirectStream direct = toWhereItWaits(second);
      ServerProcess old = direct.node();
      DirectStream passing = streamTo(old, false);
      KeptSession doomed = client.openSession(3_000);
      KeptSession.granted(doomed.acquire(DOOMED).answer());
      client.leaveAlone(doomed);
      Askers askers = new Askers(List.of(direct, passing), kept, doomed);

      old.freeze();
      askers.ask();
      ServerProcess successor = cluster.leader();
      final long term = cluster.shard(successor).getTerm();
      // Sent before the release: the ledger expects a token above all heard before it was sent.
      Pending again = client.send(second);
      ledger.releasing(held);
      ledger.released(held, kept.release(held).answer());
      long heldNow = ledger.granted(again, again.answer());
      Await.until("a session expires", () -> get(successor, DOOMED).getHoldsCount() == 0);
      long readFrom = askers.ask();
      old.thaw();
      for (int i = 0; i < ROUNDS_AFTERWARDS; i++) {
        askers.ask();
      }

      List<Exchange> directly = direct.exchanges();
      List<Exchange> passedOn = passing.exchanges();
      load.awaitProgress();
      load.stop();
      EventLog log = EventLog.of(cluster, cluster.leader());
      for (List<Exchange> exchanges : List.of(directly, passedOn)) {
        exchanges.forEach(exchange -> requireTrue(exchange, log));
        exchanges.forEach(exchange -> requireNotKept(exchange, doomed));
        exchanges.stream()
            .filter(exchange -> exchange.request().getCorrelation() >= readFrom)
            .forEach(exchange -> requireFresh(exchange, heldNow));
      }
      if (cluster.shard(cluster.leader()).getTerm() == term) {
        directly.forEach(exchange -> requireNotKept(exchange, kept));
      }
      ledger.requirePossible();
      ledger.requireAllIn(log);
      assertThat(EventLog.of(cluster, old).events()).isEqualTo(log.events());
    }
  }

  private DirectStream streamTo(ServerProcess node, boolean followsHints) {
    DirectStream stream = new DirectStream(node, followsHints);
    streams.add(stream);
    return stream;
  }

  /** A stream to the leader, where the request waits now. On a busy machine leaders may change. */
  private DirectStream toWhereItWaits(Request.Builder request) {
    while (true) {
      DirectStream stream = streamTo(cluster.leader(), true);
      if (stream.isQueued(stream.send(request.clone()))) {
        return stream;
      }
    }
  }

  /** Asks the same of several streams: a lock, two keep-alives and a read. */
  private record Askers(List<DirectStream> streams, KeptSession kept, KeptSession doomed) {
    /** Returns the correlation of the first of these requests, the same on every stream. */
    long ask() {
      long first = 0;
      for (DirectStream stream : streams) {
        long number = kept.nextNumber();
        first = stream.send(kept.acquiring(number, "/late/" + number, 0));
        stream.send(FailoverClient.keepAlive(kept.id()));
        stream.send(FailoverClient.keepAlive(doomed.id()));
        stream.send(Request.newBuilder().setGet(GetRequest.newBuilder().setKey(WITNESS)));
      }
      return first;
    }
  }

  private KeyView get(ServerProcess node, String key) {
    GetReply reply = cluster.calls(node).get(GetRequest.newBuilder().setKey(key).build());
    return reply.getView();
  }

  /** A grant is in the log; what was not executed is not. */
  private static void requireTrue(Exchange exchange, EventLog log) {
    Reply reply = exchange.reply();
    if (reply.hasError()) {
      assertThat(reply.getError().getReason())
          .as("why " + exchange)
          .isIn(
              Reason.NOT_LEADER, Reason.NO_LEADER, Reason.LEADERSHIP_LOST, Reason.SESSION_UNKNOWN);
    }
    if (exchange.request().hasAcquire()) {
      long session = exchange.request().getAcquire().getSession();
      Event event = log.grantOf(session, exchange.request().getAcquire().getRequest());
      if (reply.getAcquire().hasGranted()) {
        assertThat(event).as("event of " + exchange).isNotNull();
        assertThat(event.getToken()).isEqualTo(reply.getAcquire().getGranted().getToken());
      } else if (isSafe(reply.getError())) {
        assertThat(event).as("event of " + exchange).isNull();
      }
    }
  }

  private static boolean isSafe(Error error) {
    return error.getRetry() == Retry.RETRY_SAFE;
  }

  private static void requireNotKept(Exchange exchange, KeptSession session) {
    if (exchange.request().getKeepAlive().getSession() == session.id()) {
      assertThat(exchange.reply().hasKeepAlive()).as("kept: " + exchange).isFalse();
    }
  }

  private static void requireFresh(Exchange exchange, long token) {
    if (exchange.reply().hasGet()) {
      assertThat(exchange.reply().getGet().getView().getHoldsList())
          .extracting(HoldView::getToken)
          .as("holds as read")
          .containsExactly(token);
    }
  }
}
