package io.tenure.server.peer;

import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.AnnounceReply;
import io.tenure.protocol.v1.AnnounceRequest;
import io.tenure.protocol.v1.ForgetReply;
import io.tenure.protocol.v1.ForgetRequest;
import io.tenure.protocol.v1.IdentifyReply;
import io.tenure.protocol.v1.IdentifyRequest;
import io.tenure.protocol.v1.IntroduceReply;
import io.tenure.protocol.v1.IntroduceRequest;
import io.tenure.protocol.v1.PeersGrpc;
import io.tenure.protocol.v1.PositionReply;
import io.tenure.protocol.v1.PositionRequest;
import io.tenure.protocol.v1.StateChecksumReply;
import io.tenure.protocol.v1.StateChecksumRequest;
import io.tenure.server.peer.PeerHandler.Forgotten;
import io.tenure.server.peer.PeerHandler.Identity;
import io.tenure.server.peer.PeerHandler.Introduced;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks other nodes, on the node port. */
public final class PeerClient implements PeerCalls {
  private static final long POSITION_MILLIS = 1_000;

  /** For what is written to the disk before it is answered. */
  private static final long RECORD_MILLIS = 3_000;

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
            new Position(
                position.getTerm(),
                position.getLastTerm(),
                position.getLastIndex(),
                position.getStateBytes()));
  }

  @Override
  public CompletableFuture<OptionalLong> stateChecksum(
      String address, int shard, StateChecksum own) {
    StateChecksumRequest request =
        StateChecksumRequest.newBuilder()
            .setShard(shard)
            .setIndex(own.index())
            .setVersion(own.version())
            .setNode(own.node())
            .setChecksum(own.checksum())
            .build();
    One<StateChecksumReply> reply = new One<>();
    Context.ROOT.run(() -> stub(address, POSITION_MILLIS).stateChecksum(request, reply));
    return reply.future.thenApply(
        theirs ->
            theirs.hasChecksum() ? OptionalLong.of(theirs.getChecksum()) : OptionalLong.empty());
  }

  /** Makes a node known to another one. */
  public CompletableFuture<Introduced> introduce(String address, String node, long incarnation) {
    IntroduceRequest request =
        IntroduceRequest.newBuilder().setNode(node).setIncarnation(incarnation).build();
    One<IntroduceReply> reply = new One<>();
    Context.ROOT.run(() -> stub(address, RECORD_MILLIS).introduce(request, reply));
    return reply.future.thenApply(
        met ->
            new Introduced(met.getAccepted(), met.getFormed(), met.getMember(), met.getUnknown()));
  }

  /** Which node listens there. */
  public CompletableFuture<Identity> identify(String address) {
    One<IdentifyReply> reply = new One<>();
    Context.ROOT.run(
        () -> recordStub(address).identify(IdentifyRequest.getDefaultInstance(), reply));
    return reply.future.thenApply(found -> new Identity(found.getNode(), found.getIncarnation()));
  }

  /** Has a node write down which incarnation of another one is added. */
  public CompletableFuture<Boolean> announce(String address, Identity added) {
    AnnounceRequest request =
        AnnounceRequest.newBuilder()
            .setNode(added.node())
            .setIncarnation(added.incarnation())
            .build();
    One<AnnounceReply> reply = new One<>();
    Context.ROOT.run(() -> recordStub(address).announce(request, reply));
    return reply.future.thenApply(AnnounceReply::getAccepted);
  }

  /** Has a node delete its record of another one, or only say whether it could. */
  public CompletableFuture<Forgotten> forget(String address, String node, boolean checkOnly) {
    ForgetRequest request =
        ForgetRequest.newBuilder().setNode(node).setCheckOnly(checkOnly).build();
    One<ForgetReply> reply = new One<>();
    Context.ROOT.run(() -> recordStub(address).forget(request, reply));
    return reply.future.thenApply(
        forgotten -> new Forgotten(forgotten.getMember(), forgotten.getKnown()));
  }

  /** Asked once, so a connection that was lost before does not count: it is made again. */
  private PeersGrpc.PeersStub recordStub(String address) {
    return stub(address, RECORD_MILLIS).withWaitForReady();
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
