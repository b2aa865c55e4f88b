package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.config.FrontEndSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose memory for requests in flight is used up. */
class FullNodeTest {
  private static final int REQUESTS = 200;

  /** A connection may have 1 MiB. */
  private static final FrontEndSettings SETTINGS =
      new FrontEndSettings(100, REQUESTS, 100, 4 << 20, 64 << 10, 2, 1, 10_000, 60_000, 16);

  private static final int WINDOW = 64 << 10;
  private static final ByteString VALUE = ByteString.copyFrom(new byte[4_096]);

  @TempDir static Path directory;
  private static TestCluster cluster;
  private static TestNode node;

  @BeforeAll
  static void start() {
    cluster = new TestCluster(directory, 1, List.of(""), SETTINGS);
    node = cluster.leader();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void nothingIsInFlightAnyMore() {
    node.closeClients();
    TestCluster.await(() -> node.gauge("tenure.requests.in.flight.bytes") == 0);
    TestCluster.await(() -> node.gauge("tenure.requests.idle.bytes") == 0);
  }

  /** Requests that wait for ever, each of 5 KiB, until the connection has as many as it may. */
  private static StreamClient waiters(String key) {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("waiters")).getOpenSession().getSession();
    for (int i = 0; i < REQUESTS; i++) {
      long waits =
          client.send(Ask.acquire(Ask.lock(session, i + 1, key).setWaitMs(-1).setValue(VALUE)));
      if (client.reply(waits).hasError()) {
        break;
      }
    }
    return client;
  }

  @Test
  void fullNodeRefusesAcquiresAndAcceptsSmallReleasesAndKeepAlives() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("holder")).getOpenSession().getSession();
    long token = client.call(Ask.acquire(session, 1, "/full")).getAcquire().getGranted().getToken();
    List<StreamClient> fillers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      fillers.add(waiters("/full"));
    }

    Error refused =
        client.call(Ask.acquire(Ask.lock(session, 2, "/other").setValue(VALUE))).getError();

    assertThat(refused.getReason()).isEqualTo(Reason.OVERLOADED);
    assertThat(refused.getMessage())
        .startsWith("in-flight bytes of this node: ")
        .contains("(expected: at most 4194304, 1/16 of the heap; ")
        .contains("-Xmx");
    assertThat(client.call(Ask.keepAlive(session)).hasKeepAlive()).isTrue();
    fillers.forEach(StreamClient::cancel);
    TestCluster.await(
        () -> client.call(Ask.acquire(session, 3, "/after")).getAcquire().hasGranted());
    assertThat(client.call(Ask.release(session, 4, token)).getRelease().hasReleased()).isTrue();
  }

  /** It would keep other clients out for as long as it likes. */
  @Test
  void connectionThatDoesNotReadIsClosedWhenOthersNeedItsRoom() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("holder")).getOpenSession().getSession();
    client.call(Ask.acquire(Ask.lock(session, 1, "/value").setValue(VALUE)));
    for (int i = 0; i < 3; i++) {
      leaveRepliesUnread();
    }

    double connections = node.gauge("tenure.connections") + 2;
    waiters("/value");
    waiters("/value");

    TestCluster.await(() -> node.gauge("tenure.connections") < connections);
    TestCluster.await(
        () -> client.call(Ask.acquire(session, 2, "/room")).getAcquire().hasGranted());
    assertThat(client.call(Ask.keepAlive(session)).hasKeepAlive()).isTrue();
  }

  /** A client that does not read replies of several hundred kilobytes. */
  private static void leaveRepliesUnread() {
    double before = node.gauge("tenure.requests.idle.bytes");
    StreamClient deaf = new StreamClient(node.narrowChannel(WINDOW), true, false);
    GetRequest get = GetRequest.newBuilder().setKey("/value").build();
    Request.Builder[] reads = new Request.Builder[REQUESTS];
    Arrays.setAll(reads, i -> Request.newBuilder().setGet(get));
    deaf.send(reads);
    deaf.send(reads);
    TestCluster.await(() -> node.gauge("tenure.requests.idle.bytes") - before > 500_000);
  }

  /** Each refusal is small, and needs no place among the requests in flight. */
  @Test
  void refusalsThatNobodyReadsEndTheConnection() {
    ManagedChannel channel = node.narrowChannel(WINDOW);
    List<StreamClient> deaf = new ArrayList<>();
    Request.Builder[] requests = new Request.Builder[2 * REQUESTS];
    Arrays.setAll(requests, i -> Ask.acquire(1_000_000, 1 + i, "/refused"));
    for (int i = 0; i < 12; i++) {
      deaf.add(new StreamClient(channel, true, false));
    }
    for (int frame = 0; frame < 5; frame++) {
      for (StreamClient each : deaf) {
        if (!each.isOver()) {
          each.send(requests);
        }
      }
    }

    TestCluster.await(() -> node.gauge("tenure.connections") == 0);
    deaf.forEach(each -> each.read(Integer.MAX_VALUE));
    StatusRuntimeException end = (StatusRuntimeException) deaf.get(0).end();
    assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(node.connect(true).call(Ask.openSession("next")).hasOpenSession()).isTrue();
  }

  /** The server cannot begin with them, and a client may send any number. */
  @Test
  void requestsThatAreNeverFinishedEndTheConnection() {
    ManagedChannel channel = node.channel();
    AcquireRequest large = AcquireRequest.newBuilder().setClientName("x".repeat(60_000)).build();
    List<UnreadCall<?, ?>> calls = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      calls.add(UnreadCall.sendHalf(channel, TenureGrpc.getAcquireMethod(), large));
    }

    // Those that had not left the client yet are tried again on another connection.
    TestCluster.await(() -> calls.stream().filter(UnreadCall::isBroken).count() >= 10);
    assertThat(node.connect(true).call(Ask.openSession("next")).hasOpenSession()).isTrue();
  }
}
