package io.tenure.server.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Queued;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import io.tenure.protocol.v1.Welcome;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.LockWorker;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestCluster;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import io.tenure.server.service.fixture.TestWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The leader stops, or leads no more; another one goes on where it was. */
@Tag("full")
final class FailoverTest {
  /** For tests in which leaders are to come and go without being told to. */
  private static final String TIMERS = "timers";

  @TempDir Path folder;
  private TestCluster cluster;

  @BeforeEach
  void start(TestInfo test) {
    cluster =
        test.getTags().contains(TIMERS) ? TestCluster.three(folder) : TestCluster.steady(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** The leader is stopped; returns the next one. */
  private TestNode stopLeader() {
    cluster.leader().stop();
    return cluster.leader();
  }

  @Test
  void whatIsGrantedAndQueuedIsThereOnTheNextLeader() {
    TestClient before = TestClient.of(cluster.leader());
    TestSession one = TestSession.open(before, Ask.session(60_000).setNonce(5));
    TestSession two = TestSession.open(before);
    long token = one.hold(one.wish("/kept").setValue(Ask.text("v")));
    AcquireRequest.Builder wish = two.wish("/kept").setWaitMs(Ask.FOR_EVER);
    Queued queued = two.acquire(wish).getQueued();

    TestClient after = TestClient.of(stopLeader());

    assertThat(TestSession.open(after, Ask.session(60_000).setNonce(5)).id()).isEqualTo(one.id());
    Queued again = two.on(after).acquire(wish).getQueued();
    assertThat(again.getArrival()).isEqualTo(queued.getArrival());
    assertThat(again.getStanding().getHolders(0).getToken()).isEqualTo(token);
    one.on(after).release(token);
    assertThat(two.on(after).granted(2)).isGreaterThan(token);
  }

  @Test
  void whoDoesNotComeToTheNextLeaderStandsAside() {
    TestClient before = TestClient.of(cluster.leader());
    TestSession one = TestSession.open(before);
    TestSession absent = TestSession.open(before);
    TestSession three = TestSession.open(before);
    long token = one.hold("/absent");
    AcquireRequest.Builder absents = absent.wish("/absent").setWaitMs(Ask.FOR_EVER);
    absent.queue(absents);
    AcquireRequest.Builder threes = three.wish("/absent").setWaitMs(Ask.FOR_EVER);
    three.queue(threes);

    TestClient after = TestClient.of(stopLeader());
    long waiting = three.on(after).queue(threes);
    Await.until(
        "the other one stands aside",
        () -> after.call(Ask.get("/absent")).getGet().getView().getWaitersCount() == 1);
    one.on(after).release(token);

    long threesToken = three.on(after).granted(waiting);
    long back = absent.on(after).queue(absents);
    three.on(after).release(threesToken);
    assertThat(absent.on(after).granted(back)).isGreaterThan(threesToken);
  }

  @Test
  void closingLeaderFirstTellsItsClientsWhoLeadsNext() {
    TestNode leader = cluster.leader();
    TestClient client = TestClient.thatFollowsHints(leader);
    TestSession one = TestSession.open(client);
    TestSession two = TestSession.open(client);
    one.hold("/told");
    long waiting = two.queue("/told");
    ExecutorService stopper = Executors.newSingleThreadExecutor();

    Future<?> stopping = stopper.submit(leader::stopLeavingClients);
    Welcome welcome =
        client.welcome(
            news ->
                !news.getShards(0).getLeaderNode().isEmpty()
                    && !news.getShards(0).getLeaderNode().equals(leader.id()));
    Reply lost = client.reply(waiting);

    assertThat(cluster.node(welcome.getShards(0).getLeaderNode()).address())
        .isEqualTo(welcome.getShards(0).getLeaderAddress());
    assertThat(lost.getError().getReason()).isEqualTo(Reason.LEADERSHIP_LOST);
    assertThat(lost.getError().getRetry()).isEqualTo(Retry.RETRY_INDETERMINATE);
    assertThat(CallFailure.in(client.end().orElse(null)).reason()).isEqualTo("SHUTTING_DOWN");
    assertThat(stopping).succeedsWithin(Duration.ofSeconds(Await.SECONDS));
    stopper.shutdown();
  }

  @Test
  void waitingPlainCallThroughAFollowerSurvivesItsLeader() throws Exception {
    TestNode follower = cluster.follower();
    TestClient client = TestClient.of(follower);
    TestSession one = TestSession.open(client);
    TestSession two = TestSession.open(client);
    long token = one.hold("/survivor");
    GetRequest get = GetRequest.newBuilder().setKey("/survivor").build();
    ListenableFuture<AcquireReply> waiting =
        follower.futureCalls().acquire(two.wish("/survivor").setWaitMs(Ask.FOR_EVER).build());
    Await.until("it waits", () -> follower.calls().get(get).getView().getWaiting() == 1);

    stopLeader();
    TestClient again = TestClient.of(follower);
    one.on(again).release(token);

    assertThat(waiting.get().getGranted().getToken()).isGreaterThan(token);
  }

  @Test
  void watchIsResumedElsewhereWithoutGapOrRepeat() {
    TestNode leader = cluster.leader();
    TestNode survivor = cluster.follower();
    TestSession session = TestSession.open(TestClient.of(survivor));
    TestWatch whole = TestWatch.start(survivor, Ask.below("/watch"));
    TestWatch broken = TestWatch.start(leader, Ask.below("/watch"));
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tokens.add(session.hold("/watch/" + i));
    }
    List<Event> seen = new ArrayList<>(broken.next(10));

    leader.stopLeavingClients();
    assertThat(CallFailure.in(broken.end().orElse(null)).reason()).isEqualTo("SHUTTING_DOWN");
    TestSession resumed = session.on(TestClient.of(survivor));
    for (int i = 20; i < 40; i++) {
      tokens.add(resumed.hold("/watch/" + i));
    }
    long last = seen.get(seen.size() - 1).getRevision();
    TestWatch resumedWatch =
        TestWatch.start(survivor, Ask.below("/watch").setFromRevision(last + 1));
    seen.addAll(resumedWatch.next(30));

    assertThat(seen).extracting(Event::getToken).isEqualTo(tokens);
    assertThat(whole.next(40)).isEqualTo(seen);
  }

  @Test
  @Tag(TIMERS)
  void minorityAcknowledgesNothingAndSaysSo() {
    TestNode lonely = cluster.leader();
    TestClient client = TestClient.thatFollowsHints(lonely);
    TestSession session = TestSession.open(client);
    long token = session.hold("/minority");
    List<TestNode> others = cluster.followers();
    others.forEach(TestNode::stop);

    AcquireRequest.Builder wish = session.wish("/minority/other");
    Reply acquire = client.call(Ask.acquire(wish));
    Reply keepAlive = client.call(Ask.keepAlive(session.id()));
    Reply read = client.call(Ask.get("/minority"));

    for (Reply reply : List.of(acquire, keepAlive, read)) {
      assertThat(reply.hasError()).as("an error: %s", reply).isTrue();
      assertThat(reply.getError().getReason()).isIn(Reason.NO_LEADER, Reason.LEADERSHIP_LOST);
    }
    GetRequest stale = GetRequest.newBuilder().setKey("/minority").setStaleOk(true).build();
    assertThat(lonely.calls().get(stale).getView().getHolds(0).getToken()).isEqualTo(token);
    Await.until("it knows no leader", () -> lonely.leader(0).isEmpty());
    Await.until("it says so", () -> health(lonely) == ServingStatus.NOT_SERVING);
    cluster.startAll();
    Await.until("it serves again", () -> health(lonely) == ServingStatus.SERVING);
    TestSession after = session.on(TestClient.of(cluster.leader()));
    assertThat(after.hold(wish)).isGreaterThan(token);
    assertThat(after.release(token).hasReleased()).isTrue();
  }

  private static ServingStatus health(TestNode node) {
    return HealthGrpc.newBlockingStub(node.channel())
        .check(HealthCheckRequest.getDefaultInstance())
        .getStatus();
  }

  @Test
  @Tag(TIMERS)
  void nothingIsLostNorDoneTwiceWhileLeadersComeAndGo() throws Exception {
    LockWorker.Board board = new LockWorker.Board();
    List<String> keys = List.of("/jobs/a", "/jobs/b", "/jobs/c");
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      workers.add(threads.submit(new LockWorker(board, cluster, keys, 100 + i)));
    }

    awaitTurns(board, 50);
    TestNode first = cluster.leader();
    stopLeader();
    awaitTurns(board, 50);
    cluster.start(first);
    transferLeadership();
    awaitTurns(board, 50);
    stopLeader();
    awaitTurns(board, 50);
    board.end();

    for (Future<?> worker : workers) {
      worker.get();
    }
    threads.shutdown();
    assertThat(cluster.leader().status(0).getHolds()).isZero();
    assertThat(cluster.leader().status(0).getWaiting()).isZero();
    assertThat(cluster.leader().status(0).getSessions()).isEqualTo(8);
  }

  private static void awaitTurns(LockWorker.Board board, int more) {
    int goal = board.turns() + more;
    Await.until("workers get on", () -> board.turns() >= goal);
  }

  /** Under load it may take more than one try. */
  private void transferLeadership() {
    TestNode before = cluster.leader();
    Await.until(
        "another node leads",
        () -> {
          var unused =
              TestCluster.transferLeadership(
                  before, TransferLeadershipRequest.getDefaultInstance());
          return cluster.leader() != before;
        });
  }
}
