package io.tenure.server.raft.ratis;

import static io.tenure.server.raft.ratis.EngineCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto.SnapshotChunkProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotResult;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.MetadataProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc.RaftServerProtocolServiceStub;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real follower, and a leader that is played: what has a log to do with a snapshot's end. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("full")
class OfferedSnapshotTest {
  private static final int ENTRIES = 10;

  @TempDir Path directory;
  private EngineCluster cluster;
  private RaftServer.Division follower;
  private ManagedChannel channel;
  private RaftServerProtocolServiceStub calls;
  private TermIndex known;
  private long term;

  /** It has entries of which it does not know whether they are committed. */
  @BeforeEach
  void start() throws Exception {
    cluster = new EngineCluster(directory, 3);
    var unused = cluster.leader().apply(new OpenSession(1, 30_000, "test"));
    Node alone = cluster.node("n1");
    RaftLog log = ((RatisLog) alone.shard().log()).division().getRaftLog();
    for (Node node : cluster.nodes()) {
      await(() -> log.getLastCommittedIndex() == lastOf(node));
    }
    cluster.stop("n2");
    cluster.stop("n3");
    follower = ((RatisLog) alone.shard().log()).division();
    channel =
        NettyChannelBuilder.forTarget(cluster.member("n1").raftAddress()).usePlaintext().build();
    calls = RaftServerProtocolServiceGrpc.newStub(channel);
    await(() -> log.getLastEntryTermIndex() != null);
    known = log.getLastEntryTermIndex();
    term = follower.getInfo().getCurrentTerm() + 10;
    assertThat(append().getResult()).isEqualTo(AppendResult.SUCCESS);
  }

  private static long lastOf(Node node) {
    return ((RatisLog) node.shard().log()).division().getRaftLog().getLastCommittedIndex();
  }

  @AfterEach
  void stop() throws IOException {
    if (channel != null) {
      channel.shutdownNow();
    }
    cluster.close();
  }

  @Test
  void logThatHoldsItsLastEntryKeepsWhatFollows() throws Exception {
    TermIndex offered = TermIndex.valueOf(term, known.getIndex() + 4);

    assertThat(offer(offered).getResult()).isEqualTo(InstallSnapshotResult.ALREADY_INSTALLED);

    RaftLog log = follower.getRaftLog();
    assertThat(log.getLastCommittedIndex()).isEqualTo(offered.getIndex());
    assertThat(log.getLastEntryTermIndex().getIndex()).isEqualTo(known.getIndex() + ENTRIES);
  }

  @Test
  void logThatIsAtOddsWithItIsCutFirst() throws Exception {
    TermIndex offered = TermIndex.valueOf(term + 1, known.getIndex() + 4);

    assertThat(offer(offered).getResult()).isEqualTo(InstallSnapshotResult.SUCCESS);

    RaftLog log = follower.getRaftLog();
    assertThat(log.getLastCommittedIndex()).isEqualTo(known.getIndex());
    assertThat(log.getLastEntryTermIndex().getIndex()).isEqualTo(known.getIndex() + 3);
  }

  @Test
  void logThatEndsBeforeItIsLeftToTheEngine() throws Exception {
    TermIndex offered = TermIndex.valueOf(term, known.getIndex() + ENTRIES + 1);

    assertThat(offer(offered).getResult()).isEqualTo(InstallSnapshotResult.SUCCESS);

    assertThat(follower.getRaftLog().getLastEntryTermIndex().getIndex())
        .isEqualTo(known.getIndex() + ENTRIES);
  }

  private AppendEntriesReplyProto append() throws Exception {
    List<LogEntryProto> entries = new ArrayList<>();
    for (int i = 1; i <= ENTRIES; i++) {
      entries.add(
          LogEntryProto.newBuilder()
              .setTerm(term)
              .setIndex(known.getIndex() + i)
              .setMetadataEntry(MetadataProto.getDefaultInstance())
              .build());
    }
    AppendEntriesRequestProto request =
        AppendEntriesRequestProto.newBuilder()
            .setServerRequest(header(1))
            .setLeaderTerm(term)
            .setPreviousLog(known.toProto())
            .addAllEntries(entries)
            .setLeaderCommit(known.getIndex())
            .build();
    return call(calls::appendEntries, request);
  }

  /** The first piece of one; nothing is installed before the last. */
  private InstallSnapshotReplyProto offer(TermIndex last) throws Exception {
    InstallSnapshotRequestProto request =
        InstallSnapshotRequestProto.newBuilder()
            .setServerRequest(header(2))
            .setLeaderTerm(term)
            .setSnapshotChunk(
                SnapshotChunkProto.newBuilder().setRequestId("r").setTermIndex(last.toProto()))
            .build();
    return call(calls::installSnapshot, request);
  }

  private RaftRpcRequestProto header(long call) {
    return RaftRpcRequestProto.newBuilder()
        .setRequestorId(ByteString.copyFromUtf8("n2"))
        .setReplyId(ByteString.copyFromUtf8("n1"))
        .setRaftGroupId(
            RaftGroupIdProto.newBuilder().setId(follower.getMemberId().getGroupId().toByteString()))
        .setCallId(call)
        .build();
  }

  private static <Q, R> R call(Function<StreamObserver<R>, StreamObserver<Q>> stream, Q request)
      throws Exception {
    CompletableFuture<R> reply = new CompletableFuture<>();
    StreamObserver<Q> requests =
        stream.apply(
            new StreamObserver<>() {
              @Override
              public void onNext(R value) {
                reply.complete(value);
              }

              @Override
              public void onError(Throwable thrown) {
                reply.completeExceptionally(thrown);
              }

              @Override
              public void onCompleted() {}
            });
    requests.onNext(request);
    R got = reply.get(30, TimeUnit.SECONDS);
    requests.onCompleted();
    return got;
  }
}
