package io.tenure.server.grpc;

import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.IntroduceReply;
import io.tenure.protocol.v1.IntroduceRequest;
import io.tenure.protocol.v1.PeersGrpc;
import io.tenure.protocol.v1.PositionReply;
import io.tenure.protocol.v1.PositionRequest;
import io.tenure.server.grpc.PeerDesk.Introduced;
import io.tenure.server.replication.PeerCalls;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks other nodes. */
public final class PeerClient implements PeerCalls {
  private static final long POSITION_MILLIS = 1_000;
  private static final long INTRODUCE_MILLIS = 3_000;

  private final PeerChannels channels;

  public PeerClient(PeerChannels channels) {
    this.channels = channels;
  }

  @Override
  public CompletableFuture<Position> position(String address, int shard) {
    PositionRequest request = PositionRequest.newBuilder().setShard(shard).build();
    One<PositionReply> reply = new One<>();
    // Whoever asks may be in a call of a client, which has nothing to do with this one.
    Context.ROOT.run(() -> stub(address, POSITION_MILLIS).position(request, reply));
    return reply.future.thenApply(
        position ->
            new Position(position.getTerm(), position.getLastTerm(), position.getLastIndex()));
  }

  /** Makes a node known to another one. */
  public CompletableFuture<Introduced> introduce(String address, String node, long incarnation) {
    IntroduceRequest request =
        IntroduceRequest.newBuilder().setNode(node).setIncarnation(incarnation).build();
    One<IntroduceReply> reply = new One<>();
    Context.ROOT.run(() -> stub(address, INTRODUCE_MILLIS).introduce(request, reply));
    return reply.future.thenApply(
        met -> new Introduced(met.getAccepted(), met.getFormed(), met.getMember()));
  }

  private PeersGrpc.PeersStub stub(String address, long millis) {
    return PeersGrpc.newStub(channels.channel(address))
        .withDeadlineAfter(millis, TimeUnit.MILLISECONDS);
  }

  /** The one reply of a plain call. */
  private static final class One<T> implements StreamObserver<T> {
    private final CompletableFuture<T> future = new CompletableFuture<>();

    @Override
    public void onNext(T reply) {
      future.complete(reply);
    }

    @Override
    public void onError(Throwable thrown) {
      future.completeExceptionally(thrown);
    }

    @Override
    public void onCompleted() {}
  }
}
