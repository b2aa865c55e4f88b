package io.tenure.server.grpc;

import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.IntroduceReply;
import io.tenure.protocol.v1.IntroduceRequest;
import io.tenure.protocol.v1.PeersGrpc;
import io.tenure.protocol.v1.PositionReply;
import io.tenure.protocol.v1.PositionRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What other nodes call. */
final class PeerService extends PeersGrpc.PeersImplBase {
  private static final Logger log = LoggerFactory.getLogger(PeerService.class);

  private final PeerDesk desk;

  PeerService(PeerDesk desk) {
    this.desk = desk;
  }

  @Override
  public void introduce(IntroduceRequest request, StreamObserver<IntroduceReply> out) {
    answer(
        desk.introduce(request.getNode(), request.getIncarnation()),
        introduced ->
            IntroduceReply.newBuilder()
                .setAccepted(introduced.accepted())
                .setFormed(introduced.formed())
                .setMember(introduced.member())
                .build(),
        out);
  }

  @Override
  public void position(PositionRequest request, StreamObserver<PositionReply> out) {
    answer(
        desk.position(request.getShard()),
        position ->
            PositionReply.newBuilder()
                .setTerm(position.term())
                .setLastTerm(position.lastTerm())
                .setLastIndex(position.lastIndex())
                .build(),
        out);
  }

  private static <T, R> void answer(
      CompletableFuture<T> future, Function<T, R> reply, StreamObserver<R> out) {
    var unused =
        future.whenComplete(
            (value, thrown) -> {
              if (thrown == null) {
                out.onNext(reply.apply(value));
                out.onCompleted();
              } else {
                log.warn("a question of another node was not answered", thrown);
                out.onError(Errors.status(AdminService.errorOf(thrown)));
              }
            });
  }
}
