package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.api.load.CallLoad;
import io.tenure.server.config.FrontEndSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that do not read what they are answered are bounded in bytes. */
@Tag("full")
class UnreadRepliesTest {
  private static final long IN_FLIGHT = 8 << 20;
  private static final int REQUESTS = 300;

  /** A connection may have 2 MiB. */
  private static final FrontEndSettings SETTINGS =
      new FrontEndSettings(100, REQUESTS, 2, IN_FLIGHT, 64 << 10, 2, 1, 10_000, 60_000, 16);

  private static final int WINDOW = 64 << 10;
  private static final ListRequest ALL =
      ListRequest.newBuilder().setPrefix("/unread").setPageSize(1_000).build();

  @TempDir static Path directory;
  private static TestCluster cluster;
  private static TestNode node;

  @BeforeAll
  static void start() {
    cluster = new TestCluster(directory, 1, List.of(""), SETTINGS);
    node = cluster.leader();
    holdPage(node);
  }

  /** Keys that fill a page of 1 MiB. */
  private static void holdPage(TestNode node) {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("values")).getOpenSession().getSession();
    ByteString value = ByteString.copyFrom(new byte[4_096]);
    for (int i = 0; i < 300; i++) {
      client.call(
          Ask.acquire(Ask.lock(session, i + 1, "/unread/%03d".formatted(i)).setValue(value)));
    }
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

  private static Request.Builder[] listings(int count) {
    Request.Builder[] requests = new Request.Builder[count];
    Arrays.setAll(requests, i -> Request.newBuilder().setList(ALL));
    return requests;
  }

  @Test
  void listingsBeyondTheBytesOfAConnectionAreRefused() {
    double refusedBefore = node.answered("list", "overloaded");
    StreamClient greedy = new StreamClient(node.narrowChannel(WINDOW), true, false);

    long first = greedy.send(listings(200));

    TestCluster.await(() -> node.answered("list", "overloaded") - refusedBefore >= 190);
    assertThat(node.gauge("tenure.requests.in.flight.bytes")).isLessThan(IN_FLIGHT);
    StreamClient other = node.connect(true);
    assertThat(other.call(Request.newBuilder().setList(ALL)).getList().getKeysCount())
        .isGreaterThan(200);
    greedy.read(Integer.MAX_VALUE);
    List<Reply> refused = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Reply reply = greedy.reply(first + i);
      if (reply.hasError()) {
        refused.add(reply);
      }
    }
    assertThat(refused).hasSizeBetween(190, 199);
    assertThat(refused.get(0).getError().getReason()).isEqualTo(Reason.OVERLOADED);
    assertThat(refused.get(0).getError().getRetry()).isEqualTo(Retry.RETRY_SAFE);
    assertThat(refused.get(0).getError().getMessage())
        .startsWith("in-flight bytes of this connection: ")
        .contains("(expected: at most 2097152, ");
    assertThat(greedy.call(Request.newBuilder().setList(ALL)).getList().getKeysCount())
        .isGreaterThan(200);
  }

  @Test
  void listingsForwardedToTheLeaderAreRefusedToo() {
    try (TestCluster three =
        new TestCluster(directory.resolve("three"), 3, List.of(""), SETTINGS)) {
      holdPage(three.leader());
      TestNode follower = three.follower();
      StreamClient greedy = new StreamClient(follower.narrowChannel(WINDOW), false, false);

      long first = greedy.send(listings(100));

      TestCluster.await(() -> follower.answered("list", "overloaded") >= 90);
      assertThat(follower.gauge("tenure.requests.in.flight.bytes")).isLessThan(IN_FLIGHT);
      greedy.read(Integer.MAX_VALUE);
      int pages = 0;
      for (int i = 0; i < 100; i++) {
        pages += greedy.reply(first + i).hasList() ? 1 : 0;
      }
      assertThat(pages).isBetween(1, 10);
    }
  }

  @Test
  void plainListingsBeyondTheBytesOfAConnectionAreRefused() {
    ManagedChannel channel = node.narrowChannel(WINDOW);
    List<UnreadCall<?, ?>> calls = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      calls.add(UnreadCall.send(channel, TenureGrpc.getListMethod(), ALL));
    }

    TestCluster.await(() -> calls.stream().filter(UnreadCall::isOver).count() >= 25);

    assertThat(node.gauge("tenure.requests.in.flight.bytes")).isLessThan(IN_FLIGHT);
    calls.forEach(UnreadCall::read);
    List<Status> ends = calls.stream().map(UnreadCall::end).toList();
    List<Status> refused = ends.stream().filter(end -> !end.isOk()).toList();
    assertThat(refused)
        .hasSizeBetween(25, 29)
        .allSatisfy(
            status -> {
              assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
              assertThat(status.getDescription()).contains("in-flight bytes of this connection");
            });
  }

  /** They are refused like any request, and do not keep other clients' requests out. */
  @Test
  void largeReleasesAreNoReliefAndTakeNoMoreThanTheirConnectionMay() {
    StreamClient greedy = new StreamClient(node.narrowChannel(WINDOW), true, false);
    greedy.send(listings(1));
    TestCluster.await(() -> node.gauge("tenure.requests.idle.bytes") > 500_000);
    ReleaseRequest large = ReleaseRequest.newBuilder().setKey("/" + "x".repeat(60_000)).build();

    for (int i = 0; i < REQUESTS + 100; i++) {
      greedy.send(Request.newBuilder().setRelease(large));
    }

    TestCluster.await(() -> node.gauge("tenure.requests.in.flight.bytes") > 1_500_000);
    StreamClient other = node.connect(true);
    long session = other.call(Ask.openSession("other")).getOpenSession().getSession();
    for (int i = 0; i < 100; i++) {
      Reply granted = other.call(Ask.acquire(session, 2 * i + 1, "/free"));
      long token = granted.getAcquire().getGranted().getToken();
      assertThat(token).isPositive();
      assertThat(other.call(Ask.release(session, 2 * i + 2, token)).hasRelease()).isTrue();
    }
    assertThat(node.gauge("tenure.requests.in.flight.bytes")).isLessThan(2.5e6);
  }

  @Test
  void requestIsCountedWithWhatTheServerKeepsForIt() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("counted")).getOpenSession().getSession();
    client.call(Ask.acquire(session, 1, "/counted"));

    for (int i = 0; i < 100; i++) {
      long waits = client.send(Ask.acquire(Ask.lock(session, 2 + i, "/counted").setWaitMs(-1)));
      assertThat(client.reply(waits).getAcquire().hasQueued()).isTrue();
    }

    assertThat(node.gauge("tenure.requests.in.flight.bytes")).isBetween(100 * 1_024.0, 150_000.0);
  }

  @Test
  void plainCallThatWaitsIsCountedUntilItIsOver() {
    long token =
        node.blocking()
            .acquire(Ask.lock(0, 0, "/plain").setTtlMs(30_000).build())
            .getGranted()
            .getToken();
    ManagedChannel channel = node.channel();
    TenureGrpc.TenureFutureStub waiting = TenureGrpc.newFutureStub(channel);
    for (int i = 0; i < 10; i++) {
      var unused = waiting.acquire(Ask.lock(0, 0, "/plain").setTtlMs(30_000).setWaitMs(-1).build());
    }

    TestCluster.await(
        () -> node.gauge("tenure.requests.in.flight.bytes") >= 10 * CallLoad.CALL_OVERHEAD);
    channel.shutdownNow();
    TestCluster.await(() -> node.gauge("tenure.requests.in.flight.bytes") == 0);
    assertThat(
            node.blocking()
                .release(ReleaseRequest.newBuilder().setKey("/plain").setToken(token).build())
                .hasReleased())
        .isTrue();
  }

  @Test
  void readOfAKeyWithManyWaitersIsFreedWhenItWasRead() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("waiters")).getOpenSession().getSession();
    client.call(Ask.acquire(session, 1, "/waiters"));
    for (int i = 0; i < 150; i++) {
      long waits = client.send(Ask.acquire(Ask.lock(session, 2 + i, "/waiters").setWaitMs(-1)));
      assertThat(client.reply(waits).getAcquire().hasQueued()).isTrue();
    }
    double before = node.gauge("tenure.requests.in.flight.bytes");
    StreamClient reader = node.connect(true);
    GetRequest get = GetRequest.newBuilder().setKey("/waiters").setMaxWaiters(1_000).build();

    for (int i = 0; i < 50; i++) {
      Reply reply = reader.call(Request.newBuilder().setGet(get));
      assertThat(reply.getGet().getView().getWaitersCount()).isEqualTo(150);
    }

    TestCluster.await(() -> node.gauge("tenure.requests.in.flight.bytes") == before);
  }
}
