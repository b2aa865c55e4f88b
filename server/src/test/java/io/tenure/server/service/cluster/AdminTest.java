package io.tenure.server.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.RaiseRevisionRequest;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.RemoveMemberRequest;
import io.tenure.protocol.v1.RevokeHoldReply;
import io.tenure.protocol.v1.RevokeHoldRequest;
import io.tenure.protocol.v1.ShardStatus;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import io.tenure.server.service.fixture.TestWatch;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators see and do, on a single node. */
final class AdminTest {
  @RegisterExtension
  static final SharedCluster SERVICE = SharedCluster.ofOne().with("http-listen", "127.0.0.1:0");

  private final TestNode node = SERVICE.node();
  private final TestClient client = SERVICE.client();
  private final TestSession one = TestSession.open(client);
  private final TestSession two = TestSession.open(client);

  private RevokeHoldReply revoke(String key, long token) {
    return node.admin()
        .revokeHold(RevokeHoldRequest.newBuilder().setKey(key).setToken(token).build());
  }

  @Test
  void statusTellsHowTheShardStands() {
    ShardStatus before = node.status(0);
    long token = one.hold("/status");
    two.queue("/status");

    StatusReply status = node.status();

    assertThat(status.getNode()).isEqualTo("n1");
    assertThat(status.getVersion()).isNotEmpty();
    assertThat(status.getMembersList()).containsExactly(node.asMember());
    ShardStatus shard = status.getShards(0);
    assertThat(shard.getRole()).isEqualTo("LEADER");
    assertThat(shard.getShard().getLeaderAddress()).isEqualTo(node.address());
    assertThat(shard.getTerm()).isPositive();
    assertThat(shard.getHolds()).isEqualTo(before.getHolds() + 1);
    assertThat(shard.getWaiting()).isEqualTo(before.getWaiting() + 1);
    assertThat(shard.getSessions()).isEqualTo(before.getSessions());
    assertThat(shard.getRevision()).isEqualTo(token + 1);
    assertThat(shard.getAppliedIndex()).isLessThanOrEqualTo(shard.getCommittedIndex());
    assertThat(shard.getCommittedIndex()).isLessThanOrEqualTo(shard.getLastIndex());
  }

  @Test
  void revokedHoldIsGoneAndTheNextInLineIn() {
    long token = one.hold(one.wish("/revoke").setOwner("stuck"));
    long next = two.queue("/revoke");
    TestWatch watch = TestWatch.start(node, Ask.key("/revoke").setFromRevision(token + 2));

    RevokeHoldReply reply = revoke("/revoke", token);

    assertThat(reply.getRevoked().getToken()).isEqualTo(token);
    assertThat(reply.getRevoked().getOwner()).isEqualTo("stuck");
    two.granted(next);
    assertThat(one.release(token).getRefusal().getNotHeld()).isEqualTo(NotHeld.NO_LONGER_HELD);
    Event released = watch.next(1).get(0);
    assertThat(released.getKind()).isEqualTo(EventKind.RELEASED);
    assertThat(released.getEndCause()).isEqualTo(EndCause.REVOKED);
  }

  @Test
  void revocationHitsNobodyButTheHoldWithThisTokenAndKey() {
    long stale = one.hold("/guarded");
    one.release(stale);
    long token = two.hold("/guarded");

    assertThat(revoke("/guarded", stale).getRefusal().getNotHeld())
        .isEqualTo(NotHeld.NO_LONGER_HELD);
    assertThat(revoke("/guarded/other", token).getRefusal().getNotHeld())
        .isEqualTo(NotHeld.OTHER_KEY);
    assertThat(revoke("/guarded", token + 1_000_000).getRefusal().getKind())
        .isEqualTo(Refusal.Kind.NOT_HELD);
    assertThat(two.release(token).hasReleased()).isTrue();
  }

  @Test
  void raisedRevisionIsAboveEverythingAndTokensGoOnFromThere() {
    long before = one.hold("/raise");
    long above = before + (3L << 40);

    long raised =
        node.admin()
            .raiseRevision(RaiseRevisionRequest.newBuilder().setAbove(above).build())
            .getRevision();
    one.release(before);

    assertThat(raised).isGreaterThan(above);
    assertThat(one.hold("/raise")).isGreaterThan(raised);
  }

  @Test
  void revisionCannotBeRaisedOutOfRange() {
    for (long above : new long[] {-1, Long.MAX_VALUE}) {
      CallFailure failure =
          CallFailure.of(
              () ->
                  node.admin()
                      .raiseRevision(RaiseRevisionRequest.newBuilder().setAbove(above).build()));
      assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
    CallFailure full =
        CallFailure.of(
            () ->
                node.admin()
                    .raiseRevision(
                        RaiseRevisionRequest.newBuilder().setAbove((1L << 53) - 1).build()));
    assertThat(full.reason()).isEqualTo("LIMIT_REACHED");
  }

  @Test
  void onlyMemberIsNeitherRemovedNorRelieved() {
    CallFailure remove =
        CallFailure.of(
            () ->
                node.admin().removeMember(RemoveMemberRequest.newBuilder().setNode("n1").build()));
    CallFailure transfer =
        CallFailure.of(
            () -> node.admin().transferLeadership(TransferLeadershipRequest.getDefaultInstance()));

    assertThat(remove.code()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(remove.reason()).isEqualTo("CLUSTER_STATE");
    assertThat(remove.message()).contains("n1 is the only member");
    assertThat(transfer.reason()).isEqualTo("CLUSTER_STATE");
  }

  @Test
  void healthServiceSaysServing() {
    for (String service : new String[] {"", "tenure.v1.Tenure"}) {
      assertThat(
              HealthGrpc.newBlockingStub(node.channel())
                  .check(HealthCheckRequest.newBuilder().setService(service).build())
                  .getStatus())
          .isEqualTo(ServingStatus.SERVING);
    }
  }

  @Test
  void reflectionNamesTheServices() {
    CompletableFuture<ServerReflectionResponse> reply = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> out =
        ServerReflectionGrpc.newStub(node.channel())
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    reply.complete(response);
                  }

                  @Override
                  public void onError(Throwable thrown) {
                    reply.completeExceptionally(thrown);
                  }

                  @Override
                  public void onCompleted() {}
                });

    out.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());

    assertThat(
            reply
                .orTimeout(Await.SECONDS, TimeUnit.SECONDS)
                .join()
                .getListServicesResponse()
                .getServiceList())
        .extracting(ServiceResponse::getName)
        .contains("tenure.v1.Tenure", "tenure.v1.Admin", "grpc.health.v1.Health");
    out.onCompleted();
  }

  @Test
  void nodeIsAliveAndReady() throws Exception {
    assertThat(node.http("/healthz").statusCode()).isEqualTo(200);
    assertThat(node.http("/readyz").statusCode()).isEqualTo(200);
    assertThat(node.http("/readyz").body()).isEqualTo("ready\n");
  }

  @Test
  void metricsCountWhatHappens() throws Exception {
    long token = one.hold("/metrics");
    two.acquire(two.wish("/metrics"));
    two.queue("/metrics");
    one.release(token);
    TestWatch.start(node, Ask.key("/metrics"));

    HttpResponse<String> metrics = node.http("/metrics");

    assertThat(metrics.statusCode()).isEqualTo(200);
    assertThat(metrics.body())
        .contains(
            "tenure_grants_total{shard=\"main\"}",
            "tenure_releases_total{shard=\"main\"}",
            "tenure_expiries_total{shard=\"main\"}",
            "tenure_refusals_total{reason=\"Busy\",shard=\"main\"}",
            "tenure_waiters{shard=\"main\"}",
            "tenure_sessions{shard=\"main\"}",
            "tenure_holds{shard=\"main\"}",
            "tenure_acquire_commit_seconds_bucket",
            "tenure_batch",
            "tenure_watch_subscribers{shard=\"main\"}",
            "tenure_watch_delay_seconds_bucket{shard=\"main\"",
            "tenure_leader{shard=\"main\"} 1.0",
            "tenure_log_lag{shard=\"main\"}",
            "tenure_connections",
            "tenure_requests_total{call=\"acquire\",result=\"busy\"}",
            "jvm_memory_used_bytes");
  }
}
