package io.tenure.server.peer;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.grpc.MethodDescriptor;
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
import io.tenure.server.peer.PeerCalls.StateChecksum;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What other nodes call, for whoever listens on the node port. */
public final class PeerService {
  private final PeerHandler handler;

  private PeerService(PeerHandler handler) {
    this.handler = handler;
  }

  public static List<PeerMethod> methods(PeerHandler handler) {
    PeerService service = new PeerService(handler);
    return List.of(
        method(
            PeersGrpc.getIntroduceMethod(), false, IntroduceRequest.parser(), service::introduce),
        method(PeersGrpc.getPositionMethod(), true, PositionRequest.parser(), service::position),
        method(
            PeersGrpc.getStateChecksumMethod(),
            true,
            StateChecksumRequest.parser(),
            service::stateChecksum),
        method(PeersGrpc.getIdentifyMethod(), true, IdentifyRequest.parser(), service::identify),
        method(PeersGrpc.getAnnounceMethod(), false, AnnounceRequest.parser(), service::announce),
        method(PeersGrpc.getForgetMethod(), false, ForgetRequest.parser(), service::forget));
  }

  private static <Q, R extends MessageLite> PeerMethod method(
      MethodDescriptor<Q, R> descriptor,
      boolean quick,
      Parser<Q> parser,
      Function<Q, CompletableFuture<R>> answer) {
    return new PeerMethod(
        descriptor.getFullMethodName(),
        quick,
        request -> answer.apply(parse(parser, request)).thenApply(MessageLite::toByteArray));
  }

  private static <Q> Q parse(Parser<Q> parser, byte[] request) {
    try {
      return parser.parseFrom(request);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("message: unreadable (" + e.getMessage() + ")", e);
    }
  }

  private CompletableFuture<IntroduceReply> introduce(IntroduceRequest request) {
    return handler
        .introduce(request.getNode(), request.getIncarnation())
        .thenApply(
            introduced ->
                IntroduceReply.newBuilder()
                    .setAccepted(introduced.accepted())
                    .setFormed(introduced.formed())
                    .setMember(introduced.member())
                    .setUnknown(introduced.unknown())
                    .build());
  }

  private CompletableFuture<PositionReply> position(PositionRequest request) {
    return handler
        .position(request.getShard())
        .thenApply(
            position ->
                PositionReply.newBuilder()
                    .setTerm(position.term())
                    .setLastTerm(position.lastTerm())
                    .setLastIndex(position.lastIndex())
                    .setStateBytes(position.stateBytes())
                    .build());
  }

  private CompletableFuture<StateChecksumReply> stateChecksum(StateChecksumRequest request) {
    StateChecksum theirs =
        new StateChecksum(
            request.getNode(), request.getIndex(), request.getVersion(), request.getChecksum());
    return handler
        .stateChecksum(request.getShard(), theirs)
        .thenApply(
            own -> {
              StateChecksumReply.Builder reply = StateChecksumReply.newBuilder();
              own.ifPresent(reply::setChecksum);
              return reply.build();
            });
  }

  private CompletableFuture<IdentifyReply> identify(IdentifyRequest request) {
    PeerHandler.Identity identity = handler.identify();
    return CompletableFuture.completedFuture(
        IdentifyReply.newBuilder()
            .setNode(identity.node())
            .setIncarnation(identity.incarnation())
            .build());
  }

  private CompletableFuture<AnnounceReply> announce(AnnounceRequest request) {
    return handler
        .announce(request.getNode(), request.getIncarnation())
        .thenApply(accepted -> AnnounceReply.newBuilder().setAccepted(accepted).build());
  }

  private CompletableFuture<ForgetReply> forget(ForgetRequest request) {
    return handler
        .forget(request.getNode(), request.getCheckOnly())
        .thenApply(
            forgotten ->
                ForgetReply.newBuilder()
                    .setMember(forgotten.member())
                    .setKnown(forgotten.known())
                    .build());
  }
}
