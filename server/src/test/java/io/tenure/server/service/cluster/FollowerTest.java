package io.tenure.server.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.Welcome;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import io.tenure.server.service.fixture.TestWatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Any node takes any call. */
final class FollowerTest {
  private static final int FRAME_BYTES = 1 << 20;

  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.steady();

  private TestNode leader;
  private TestNode follower;

  @BeforeEach
  void whoLeads() {
    leader = SERVICE.cluster().leader();
    follower = SERVICE.cluster().follower();
  }

  private static GetReply get(TestNode node, String key) {
    return node.calls().get(GetRequest.newBuilder().setKey(key).build());
  }

  private static GetReply staleGet(TestNode node, String key) {
    return node.calls().get(GetRequest.newBuilder().setKey(key).setStaleOk(true).build());
  }

  @Test
  void welcomeNamesTheNodeAndTheLeader() {
    TestClient client = SERVICE.keep(TestClient.thatFollowsHints(follower));
    client.send(Ask.get("/welcome"));

    Welcome welcome = client.welcome(any -> true);

    assertThat(welcome.getNode()).isEqualTo(follower.id());
    assertThat(welcome.getShardsCount()).isEqualTo(1);
    assertThat(welcome.getShards(0).getName()).isEqualTo("main");
    assertThat(welcome.getShards(0).getLeaderNode()).isEqualTo(leader.id());
    assertThat(welcome.getShards(0).getLeaderAddress()).isEqualTo(leader.address());
  }

  @Test
  void clientThatFollowsHintsIsToldWhereToGo() {
    TestSession session = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    TestClient client = SERVICE.keep(TestClient.thatFollowsHints(follower));

    for (Error error :
        new Error[] {
          client.refused(Ask.openSession(5_000)),
          client.refused(Ask.keepAlive(session.id())),
          client.refused(Ask.acquire(session.wish("/hint"))),
          client.refused(Ask.acquire(session.id(), 0, "/hint")),
          client.refused(Ask.get("/hint")),
          client.refused(Ask.list("/hint"))
        }) {
      assertThat(error.getReason()).isEqualTo(Reason.NOT_LEADER);
      assertThat(error.getRetry()).isEqualTo(Retry.RETRY_SAFE);
      assertThat(error.getLeaderNode()).isEqualTo(leader.id());
      assertThat(error.getLeaderAddress()).isEqualTo(leader.address());
    }
  }

  @Test
  void streamOfAClientThatDoesNotIsPassedOn() {
    TestClient client = SERVICE.keep(TestClient.of(follower));
    TestSession one = TestSession.open(client);
    TestSession two = TestSession.open(client);

    assertThat(client.call(Ask.keepAlive(one.id())).hasKeepAlive()).isTrue();
    long token = one.hold("/passed");
    long waiting = two.queue("/passed");
    assertThat(client.call(Ask.get("/passed")).getGet().getView().getWaiting()).isEqualTo(1);
    one.release(token);
    long next = two.granted(waiting);

    assertThat(next).isGreaterThan(token);
    assertThat(get(leader, "/passed").getView().getHolds(0).getToken()).isEqualTo(next);
    assertThat(two.close().getCloseSession().getReleased()).isEqualTo(1);
  }

  /** What is passed on has more around it than what came. */
  @Test
  void frameOfTheGreatestSizeIsPassedOnWhole() {
    TestSession session = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    TestClient client = SERVICE.keep(TestClient.of(follower));
    ClientFrame.Builder frame = ClientFrame.newBuilder().setHello(Hello.getDefaultInstance());
    int requests = 0;
    int room = FRAME_BYTES - frame.build().getSerializedSize();
    while (room > 5_000) {
      frame.addRequests(valued(session, ++requests, 4_096));
      room = FRAME_BYTES - frame.build().getSerializedSize();
    }
    Request.Builder last = valued(session, ++requests, room - 100);
    int missing = FRAME_BYTES - frame.clone().addRequests(last).build().getSerializedSize();
    last.getAcquireBuilder().setValue(ByteString.copyFrom(new byte[room - 100 + missing]));
    frame.addRequests(last);
    assertThat(frame.build().getSerializedSize()).isEqualTo(FRAME_BYTES);

    client.send(frame);

    for (int i = 1; i <= requests; i++) {
      assertThat(client.reply(i).getAcquire().hasGranted()).isTrue();
    }
    session.close();
  }

  private static Request.Builder valued(TestSession session, int number, int bytes) {
    return Ask.acquire(
            session
                .wish("/frame/" + (10_000 + number))
                .setValue(ByteString.copyFrom(new byte[bytes])))
        .setCorrelation(number);
  }

  @Test
  void timeToWaitEndsAlsoWhereItWasPassedOn() {
    TestClient client = SERVICE.keep(TestClient.of(follower));
    TestSession one = TestSession.open(client);
    TestSession two = TestSession.open(client);
    one.hold("/passed/timeout");

    long waiting = two.queue(two.wish("/passed/timeout").setWaitMs(100));

    assertThat(client.reply(waiting).getAcquire().getRefusal().getKind())
        .isEqualTo(Refusal.Kind.TIMED_OUT);
  }

  @Test
  void plainCallsGoThroughAnyNode() {
    for (TestNode node : SERVICE.cluster().nodes()) {
      String key = "/plain/" + node;
      OpenSessionReply opened = node.calls().openSession(Ask.session(30_000).build());
      KeepAliveRequest keepAlive =
          KeepAliveRequest.newBuilder().setSession(opened.getSession()).build();
      assertThat(node.calls().keepAlive(keepAlive).getTtlMs()).isEqualTo(30_000);
      Granted granted = node.calls().acquire(Ask.lock(key).setTtlMs(20_000).build()).getGranted();

      RenewRequest renew =
          RenewRequest.newBuilder().setKey(key).setToken(granted.getToken()).build();
      ReleaseRequest release =
          ReleaseRequest.newBuilder().setKey(key).setToken(granted.getToken()).build();

      assertThat(node.calls().renew(renew).getTtlMs()).isEqualTo(20_000);
      assertThat(get(node, key).getView().getHolds(0).getToken()).isEqualTo(granted.getToken());
      assertThat(node.calls().release(release).hasReleased()).isTrue();
    }
  }

  @Test
  void plainCallThatIsCancelledLeavesTheQueueWhereItWaits() {
    TestSession one = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    TestSession two = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    one.hold("/cancel");
    ListenableFuture<AcquireReply> waiting =
        follower.futureCalls().acquire(two.wish("/cancel").setWaitMs(Ask.FOR_EVER).build());
    Await.until("it waits", () -> get(leader, "/cancel").getView().getWaiting() == 1);

    waiting.cancel(true);

    Await.until("it is gone", () -> get(leader, "/cancel").getView().getWaiting() == 0);
  }

  @Test
  void upgradeThatRunsOutOfTimeIsWithdrawnWhereItWaits() {
    TestSession one = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    TestSession two = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    long token = one.hold(one.wish(Ask.shared("/upgrade")));
    two.hold(two.wish(Ask.shared("/upgrade")));
    ConvertRequest upgrade =
        Ask.conversion(one.id(), one.nextNumber(), token, Mode.EXCLUSIVE)
            .setWaitMs(Ask.FOR_EVER)
            .build();

    CallFailure failure =
        CallFailure.of(
            () -> follower.calls().withDeadlineAfter(1, TimeUnit.SECONDS).convert(upgrade));

    assertThat(failure.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    Await.until("it is gone", () -> get(leader, "/upgrade").getView().getWaiting() == 0);
    assertThat(leader.calls().convert(upgrade).getRefusal().getEndCause())
        .isEqualTo(EndCause.BY_WITHDRAWAL);
  }

  /** Whatever of it has reached the leader by then. */
  @Test
  void plainCallThatIsCancelledAndMadeAgainIsNotTakenForWithdrawn() throws InterruptedException {
    TestSession session = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    for (int i = 0; i < 100; i++) {
      AcquireRequest request = session.wish("/again/" + i).build();
      ListenableFuture<AcquireReply> first = follower.futureCalls().acquire(request);
      TimeUnit.MICROSECONDS.sleep(i * 20L);
      first.cancel(true);

      assertThat(leader.calls().acquire(request).hasGranted()).isTrue();
    }
  }

  @Test
  void errorsComeBackAsTheyAre() {
    KeepAliveRequest stranger = KeepAliveRequest.newBuilder().setSession(987_654).build();

    CallFailure there = CallFailure.of(() -> leader.calls().keepAlive(stranger));
    CallFailure here = CallFailure.of(() -> follower.calls().keepAlive(stranger));

    assertThat(here).isEqualTo(there);
    assertThat(here.reason()).isEqualTo("SESSION_UNKNOWN");
  }

  @Test
  void readThroughAFollowerIncludesWhatWasAcknowledged() {
    TestSession session = TestSession.open(SERVICE.keep(TestClient.of(leader)));

    for (int i = 0; i < 20; i++) {
      long token = session.hold("/fresh");
      assertThat(get(follower, "/fresh").getView().getHolds(0).getToken()).isEqualTo(token);
      ListReply listed =
          follower.calls().list(ListRequest.newBuilder().setPrefix("/fresh").build());
      assertThat(listed.getKeys(0).getHolds(0).getToken()).isEqualTo(token);
      session.release(token);
    }
  }

  @Test
  void staleReadIsAnsweredByTheFollowerItself() {
    TestSession session = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    long token = session.hold("/stale");

    Await.until(
        "the follower is up to date", () -> staleGet(follower, "/stale").getRevision() >= token);

    assertThat(staleGet(follower, "/stale").getView().getHolds(0).getToken()).isEqualTo(token);
    // Only the leader knows how long a hold is good for.
    assertThat(staleGet(follower, "/stale").getView().getHolds(0).hasRemainingMs()).isFalse();
    assertThat(staleGet(leader, "/stale").getView().getHolds(0).hasRemainingMs()).isTrue();
    ListRequest.Builder list = ListRequest.newBuilder().setPrefix("/stale").setStaleOk(true);
    assertThat(follower.calls().list(list.build()).getKeysCount()).isEqualTo(1);
  }

  @Test
  void everyNodeServesTheSameWatch() {
    TestSession session = TestSession.open(SERVICE.keep(TestClient.of(leader)));
    var watches =
        SERVICE.cluster().nodes().stream()
            .map(node -> TestWatch.start(node, Ask.below("/watched")))
            .toList();

    for (int i = 0; i < 10; i++) {
      session.release(session.hold("/watched/" + i));
    }

    var first = watches.get(0).next(20);
    assertThat(first).extracting(Event::getRevision).isSorted().doesNotHaveDuplicates();
    assertThat(watches.get(1).next(20)).isEqualTo(first);
    assertThat(watches.get(2).next(20)).isEqualTo(first);
  }
}
