package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.config.FrontEndSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardsTest {
  @TempDir static Path directory;
  private static TestCluster cluster;
  private static TestNode node;
  private static TenureGrpc.TenureBlockingStub stub;

  @BeforeAll
  static void start() {
    cluster = new TestCluster(directory, 1, List.of("", "m", "t"), FrontEndSettings.defaults());
    node = cluster.leader();
    stub = TenureGrpc.newBlockingStub(node.channel());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static long open(int shard) {
    return stub.openSession(
            OpenSessionRequest.newBuilder()
                .setShard(shard)
                .setTtlMs(20_000)
                .setClientName("cross")
                .build())
        .getSession();
  }

  @Test
  void firstSegmentDecidesTheShard() {
    List<Integer> shards = new ArrayList<>();
    for (String key : List.of("/a", "/l/z", "/m", "/ma", "/szz", "/t/x", "/zebra")) {
      Granted granted =
          stub.acquire(
                  AcquireRequest.newBuilder().addTargets(Target.newBuilder().setKey(key)).build())
              .getGranted();
      shards.add(ShardParts.shardOf(granted.getSession()));
    }

    assertThat(shards).containsExactly(0, 0, 1, 1, 1, 2, 2);
  }

  @Test
  void targetsInDifferentShardsAreRefused() {
    StatusRuntimeException thrown =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                stub.acquire(
                    AcquireRequest.newBuilder()
                        .addTargets(Target.newBuilder().setKey("/a/1"))
                        .addTargets(Target.newBuilder().setKey("/t/1"))
                        .build()));

    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(Errors.parse(thrown).getReason()).isEqualTo(Reason.CROSS_SHARD);
  }

  @Test
  void streamMustUseASessionOfTheShard() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("test")).getOpenSession().getSession();

    Reply reply = client.call(Ask.acquire(session, 1, "/t/2"));

    assertThat(reply.getError().getReason()).isEqualTo(Reason.CROSS_SHARD);
  }

  @Test
  void plainSessionReachesOtherShardsThroughASibling() {
    long session = open(0);

    Granted own = stub.acquire(Ask.lock(session, 1, "/a/3").build()).getGranted();
    Granted other = stub.acquire(Ask.lock(session, 2, "/t/3").build()).getGranted();
    Granted same = stub.acquire(Ask.lock(session, 2, "/t/3").build()).getGranted();
    var view = stub.get(GetRequest.newBuilder().setKey("/t/3").build()).getView();

    assertThat(own.getSession()).isEqualTo(session);
    assertThat(ShardParts.shardOf(other.getSession())).isEqualTo(2);
    assertThat(same.getToken()).isEqualTo(other.getToken());
    assertThat(view.getHolds(0).getClientName()).isEqualTo("cross");
    var kept = stub.keepAlive(KeepAliveRequest.newBuilder().setSession(session).build());
    assertThat(kept.getTtlMs()).isEqualTo(20_000);
    var closed = stub.closeSession(CloseSessionRequest.newBuilder().setSession(session).build());
    assertThat(closed.getReleased()).isEqualTo(2);
    assertThat(stub.get(GetRequest.newBuilder().setKey("/t/3").build()).getView().getHoldsCount())
        .isZero();
  }

  @Test
  void deadSessionGetsNoSibling() {
    long session = open(1);
    stub.closeSession(CloseSessionRequest.newBuilder().setSession(session).build());

    StatusRuntimeException thrown =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> stub.acquire(Ask.lock(session, 1, "/a/4").build()));

    assertThat(Errors.parse(thrown).getReason()).isEqualTo(Reason.SESSION_UNKNOWN);
  }

  @Test
  void listingGoesFromShardToShard() {
    for (String key : List.of("/b/list", "/n/list", "/u/list")) {
      stub.acquire(AcquireRequest.newBuilder().addTargets(Target.newBuilder().setKey(key)).build());
    }

    List<String> keys = new ArrayList<>();
    ListRequest.Builder request = ListRequest.newBuilder();
    do {
      ListReply page = stub.list(request.build());
      page.getKeysList().forEach(view -> keys.add(view.getKey()));
      request.setPageToken(page.getNextPageToken());
    } while (!request.getPageToken().isEmpty());

    assertThat(keys).containsSubsequence("/b/list", "/n/list", "/u/list").isSorted();
  }

  @Test
  void unknownShardIsInvalid() {
    StatusRuntimeException thrown =
        catchThrowableOfType(StatusRuntimeException.class, () -> open(3));

    assertThat(thrown.getStatus().getDescription()).isEqualTo("shard: 3 (expected: 0 to 2)");
  }

  @Test
  void sessionOfAnUnknownShardIsUnknown() {
    StatusRuntimeException thrown =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () -> stub.keepAlive(KeepAliveRequest.newBuilder().setSession(-1L).build()));

    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
  }
}
