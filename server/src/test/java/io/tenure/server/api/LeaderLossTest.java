package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.util.concurrent.Futures;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.api.error.Errors;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class LeaderLossTest {
  @TempDir Path directory;
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = TestCluster.three(directory);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void killLeader(TestNode asked) {
    cluster.kill(leader(asked));
  }

  /** One that is not asked: on a busy machine a node that is may have come to lead. */
  private TestNode leader(TestNode asked) {
    TestCluster.await(() -> cluster.leader() != asked || isRelieved(asked));
    return cluster.leader();
  }

  private boolean isRelieved(TestNode asked) {
    String next =
        asked.engine().membership().transferLeadership(0, null).exceptionally(e -> "").join();
    return !next.isEmpty() && cluster.leader() != asked;
  }

  @Test
  void numberedPlainCallSurvivesTheLeader() {
    TestNode follower = cluster.follower();
    TenureGrpc.TenureBlockingStub stub = follower.blocking();
    long session =
        stub.openSession(OpenSessionRequest.newBuilder().setNonce(1).setTtlMs(60_000).build())
            .getSession();
    long token = stub.acquire(Ask.lock(session, 1, "/f/3").build()).getGranted().getToken();

    killLeader(follower);
    AcquireReply again = stub.acquire(Ask.lock(session, 1, "/f/3").build());
    AcquireReply other = stub.acquire(Ask.lock(session, 2, "/f/4").build());

    assertThat(again.getGranted().getToken()).isEqualTo(token);
    assertThat(other.getGranted().getToken()).isGreaterThan(token);
  }

  @Test
  void streamHearsOfANewLeader() {
    TestNode follower = cluster.follower();
    StreamClient client = follower.connect(true);
    assertThat(client.frame().getWelcome().getShardsCount()).isEqualTo(1);

    killLeader(follower);

    List<String> left = cluster.nodes().stream().map(node -> node.self.id()).toList();
    String leader = "";
    while (!left.contains(leader)) {
      leader = client.frame().getWelcome().getShards(0).getLeaderNode();
    }
  }

  /** Whoever asks again under the number is told the same by the next leader. */
  @Test
  void numberedPlainCallThatWaitsGoesOnWaitingAtTheNextLeader() {
    TestNode follower = cluster.follower();
    TenureGrpc.TenureBlockingStub stub = follower.blocking();
    long holder = open(stub, 1);
    long waiter = open(stub, 2);
    long token = stub.acquire(Ask.lock(holder, 1, "/f/5").build()).getGranted().getToken();
    var waiting =
        TenureGrpc.newFutureStub(follower.channel())
            .acquire(Ask.lock(waiter, 1, "/f/5").setWaitMs(-1).build());
    TestCluster.await(() -> waitersAt(stub, "/f/5") == 1);

    killLeader(follower);
    stub.release(
        ReleaseRequest.newBuilder().setSession(holder).setRequest(2).setToken(token).build());

    assertThat(Futures.getUnchecked(waiting).getGranted().getToken()).isGreaterThan(token);
  }

  private static long open(TenureGrpc.TenureBlockingStub stub, long nonce) {
    return stub.openSession(
            OpenSessionRequest.newBuilder().setNonce(nonce).setTtlMs(60_000).build())
        .getSession();
  }

  private static int waitersAt(TenureGrpc.TenureBlockingStub stub, String key) {
    return stub.get(GetRequest.newBuilder().setKey(key).build()).getView().getWaiting();
  }

  @Test
  void callWithoutANumberIsReportedAsIndeterminate() {
    TestNode follower = cluster.follower();
    TenureGrpc.TenureBlockingStub stub = follower.blocking();
    long holder = open(stub, 1);
    stub.acquire(Ask.lock(holder, 1, "/f/6").build());
    var waiting =
        TenureGrpc.newFutureStub(follower.channel())
            .acquire(
                AcquireRequest.newBuilder()
                    .setWaitMs(-1)
                    .addTargets(Target.newBuilder().setKey("/f/6"))
                    .build());
    TestCluster.await(() -> waitersAt(stub, "/f/6") == 1);

    killLeader(follower);

    Throwable thrown = catchThrowable(() -> Futures.getUnchecked(waiting));
    Error error = Errors.parse(thrown.getCause());
    assertThat(error.getReason()).isEqualTo(Reason.LEADERSHIP_LOST);
    assertThat(error.getRetry()).isEqualTo(Retry.RETRY_INDETERMINATE);
  }

  /** It may be in the log of the leader that is gone, whatever became of the tries after it. */
  @Test
  void numberedCallThatFindsNoOtherLeaderIsReportedAsIndeterminate() {
    TestNode follower = cluster.follower();
    TenureGrpc.TenureBlockingStub stub = follower.blocking();
    long holder = open(stub, 1);
    long waiter = open(stub, 2);
    stub.acquire(Ask.lock(holder, 1, "/f/8").build());
    var waiting =
        TenureGrpc.newFutureStub(follower.channel())
            .acquire(Ask.lock(waiter, 1, "/f/8").setWaitMs(-1).build());
    TestCluster.await(() -> waitersAt(stub, "/f/8") == 1);

    TestNode leader = leader(follower);
    cluster.nodes().stream()
        .filter(node -> node != leader && node != follower)
        .toList()
        .forEach(cluster::kill);
    cluster.kill(leader);

    Throwable thrown = catchThrowable(() -> Futures.getUnchecked(waiting));
    Error error = Errors.parse(thrown.getCause());
    assertThat(error.getRetry()).as("" + error).isEqualTo(Retry.RETRY_INDETERMINATE);
  }

  @Test
  void requestOfAStreamThatWasAtTheLeaderIsReportedAsIndeterminate() {
    TestNode follower = cluster.follower();
    StreamClient client = follower.connect(false);
    long holder = client.call(Ask.openSession("holder")).getOpenSession().getSession();
    client.call(Ask.acquire(holder, 1, "/f/7"));
    long waiting =
        client.send(Ask.acquire(Ask.lock(holder, 2, "/f/7").setOwner("other").setWaitMs(-1)));
    client.reply(waiting);

    killLeader(follower);

    assertThat(client.reply(waiting).getError().getReason()).isEqualTo(Reason.LEADERSHIP_LOST);
    assertThat(client.call(Ask.keepAlive(holder)).hasKeepAlive()).isTrue();
  }
}
