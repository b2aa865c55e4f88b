package io.tenure.server.api.admin;

import io.grpc.MethodDescriptor;
import io.grpc.stub.StreamObserver;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.RaiseRevision;
import io.tenure.core.model.Command.RevokeHold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.RevisionRaised;
import io.tenure.core.model.Outcome.Revoked;
import io.tenure.protocol.v1.AddMemberRequest;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.CompareStateReply;
import io.tenure.protocol.v1.CompareStateRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.ForgetMemberReply;
import io.tenure.protocol.v1.ForgetMemberRequest;
import io.tenure.protocol.v1.ListSessionsReply;
import io.tenure.protocol.v1.ListSessionsRequest;
import io.tenure.protocol.v1.MembersReply;
import io.tenure.protocol.v1.RaiseRevisionReply;
import io.tenure.protocol.v1.RaiseRevisionRequest;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.RemoveMemberRequest;
import io.tenure.protocol.v1.RevokeHoldReply;
import io.tenure.protocol.v1.RevokeHoldRequest;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.StatusRequest;
import io.tenure.protocol.v1.TransferLeadershipReply;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import io.tenure.raft.HostAndPort;
import io.tenure.raft.Member;
import io.tenure.server.api.call.CallContext;
import io.tenure.server.api.encode.KeyViewEncoder;
import io.tenure.server.api.encode.RefusalEncoder;
import io.tenure.server.api.encode.ShardStatusEncoder;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.read.SessionPages;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Outbox;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * The calls of operators. What only a shard's leader can do runs there: {@link LeaderOperations}.
 */
public final class AdminService extends AdminGrpc.AdminImplBase {
  private final CallContext context;
  private final ClusterOperations cluster;
  private final SessionPages sessions;
  private final LeaderOperations leader;

  public AdminService(CallContext context, ClusterOperations cluster) {
    this.context = context;
    this.cluster = cluster;
    this.leader = new LeaderOperations(context.forwarding());
    this.sessions = new SessionPages(context.calls().shards(), context.calls().reads());
  }

  @Override
  public void status(StatusRequest request, StreamObserver<StatusReply> out) {
    AdminReplies.answer(() -> CompletableFuture.completedFuture(status()), out);
  }

  private StatusReply status() {
    StatusReply.Builder reply =
        StatusReply.newBuilder().setNode(cluster.node()).setVersion(cluster.version());
    for (ShardParts parts : context.calls().shards()) {
      reply.addShards(ShardStatusEncoder.status(parts, cluster.status(parts.index())));
    }
    cluster.members().forEach(member -> reply.addMembers(ShardStatusEncoder.member(member)));
    return reply.build();
  }

  @Override
  public void addMember(AddMemberRequest request, StreamObserver<MembersReply> out) {
    Member member =
        new Member(
            request.getMember().getNode(),
            request.getMember().getAddress(),
            request.getMember().getRaftAddress());
    AdminReplies.answer(
        () -> {
          requireReachable(member);
          if (request.hasShard()) {
            ShardParts parts = context.calls().shards().ofIndex(request.getShard());
            return leader.run(
                parts,
                AdminGrpc.getAddMemberMethod(),
                request,
                () ->
                    cluster
                        .addMember(parts.index(), member)
                        .thenApply(ShardStatusEncoder::members));
          }
          return inEveryShard(
              shard -> cluster.addMember(shard, member).thenApply(ShardStatusEncoder::members),
              AdminGrpc.getAddMemberMethod(),
              shard -> request.toBuilder().setShard(shard).build());
        },
        out);
  }

  /** As far as that can be told from its addresses: one that cannot be dialled never votes. */
  private static void requireReachable(Member member) {
    if (member.id().isEmpty() || member.address().isEmpty() || member.raftAddress().isEmpty()) {
      throw new IllegalArgumentException(
          "member: " + member + " (expected: a node, its address and its Raft address)");
    }
    for (String address : List.of(member.address(), member.raftAddress())) {
      if (HostAndPort.parse(address).port() == 0) {
        throw new IllegalArgumentException(
            "address: \"" + address + "\" (expected: a port of 1 to 65535)");
      }
    }
  }

  @Override
  public void removeMember(RemoveMemberRequest request, StreamObserver<MembersReply> out) {
    AdminReplies.answer(
        () -> {
          if (request.hasShard()) {
            ShardParts parts = context.calls().shards().ofIndex(request.getShard());
            return leader.run(
                parts,
                AdminGrpc.getRemoveMemberMethod(),
                request,
                () ->
                    cluster
                        .removeMember(parts.index(), request.getNode())
                        .thenApply(ShardStatusEncoder::members));
          }
          return inEveryShard(
              shard ->
                  cluster
                      .removeMember(shard, request.getNode())
                      .thenApply(ShardStatusEncoder::members),
              AdminGrpc.getRemoveMemberMethod(),
              shard -> request.toBuilder().setShard(shard).build());
        },
        out);
  }

  @Override
  public void forgetMember(ForgetMemberRequest request, StreamObserver<ForgetMemberReply> out) {
    AdminReplies.answer(
        () ->
            cluster
                .forgetMember(request.getNode())
                .thenApply(nodes -> ForgetMemberReply.newBuilder().addAllClearedOn(nodes).build()),
        out);
  }

  /** One after the other, so that at any time at most one shard is between two memberships. */
  private <Q> CompletableFuture<MembersReply> inEveryShard(
      IntFunction<CompletableFuture<MembersReply>> change,
      MethodDescriptor<Q, MembersReply> method,
      IntFunction<Q> message) {
    CompletableFuture<MembersReply> done =
        CompletableFuture.completedFuture(MembersReply.getDefaultInstance());
    for (ShardParts parts : context.calls().shards()) {
      int shard = parts.index();
      done =
          done.thenCompose(
              before -> leader.run(parts, method, message.apply(shard), () -> change.apply(shard)));
    }
    return done;
  }

  @Override
  public void transferLeadership(
      TransferLeadershipRequest request, StreamObserver<TransferLeadershipReply> out) {
    AdminReplies.answer(
        () -> {
          ShardParts parts = context.calls().shards().ofIndex(request.getShard());
          String node = request.getNode().isEmpty() ? null : request.getNode();
          return leader.run(
              parts,
              AdminGrpc.getTransferLeadershipMethod(),
              request,
              () ->
                  cluster
                      .transferLeadership(parts.index(), node)
                      .thenApply(
                          leader -> TransferLeadershipReply.newBuilder().setNode(leader).build()));
        },
        out);
  }

  @Override
  public void revokeHold(RevokeHoldRequest request, StreamObserver<RevokeHoldReply> out) {
    AdminReplies.answer(
        () -> {
          Key key = Key.of(request.getKey());
          ShardParts parts = context.calls().shards().ofKey(key);
          RevokeHold command = new RevokeHold(key, WireDecoder.token(request.getToken()));
          return leader.run(
              parts,
              AdminGrpc.getRevokeHoldMethod(),
              request,
              () -> propose(parts, command).thenApply(outcome -> revoked(parts, outcome)));
        },
        out);
  }

  private static RevokeHoldReply revoked(ShardParts parts, Outcome outcome) {
    if (outcome instanceof Revoked revoked) {
      KeyViewEncoder views =
          new KeyViewEncoder(parts, id -> parts.shard().readStale(s -> s.session(id)));
      return RevokeHoldReply.newBuilder().setRevoked(views.hold(revoked.hold())).build();
    }
    Refusal refusal = RefusalEncoder.of(parts, outcome);
    if (refusal == null) {
      throw new IllegalStateException("a revocation cannot be answered with " + outcome);
    }
    return RevokeHoldReply.newBuilder().setRefusal(refusal).build();
  }

  @Override
  public void listSessions(ListSessionsRequest request, StreamObserver<ListSessionsReply> out) {
    AdminReplies.answer(
        () -> {
          SessionPages.Place place = sessions.place(request);
          return leader.run(
              place.parts(),
              AdminGrpc.getListSessionsMethod(),
              request,
              () -> sessions.read(place));
        },
        out);
  }

  @Override
  public void raiseRevision(RaiseRevisionRequest request, StreamObserver<RaiseRevisionReply> out) {
    AdminReplies.answer(
        () -> {
          ShardParts parts = context.calls().shards().ofIndex(request.getShard());
          RaiseRevision command = new RaiseRevision(request.getAbove());
          return leader.run(
              parts,
              AdminGrpc.getRaiseRevisionMethod(),
              request,
              () -> propose(parts, command).thenApply(outcome -> raised(parts, outcome)));
        },
        out);
  }

  @Override
  public void compareState(CompareStateRequest request, StreamObserver<CompareStateReply> out) {
    AdminReplies.answer(
        () -> {
          ShardParts parts = context.calls().shards().ofIndex(request.getShard());
          return leader.run(
              parts,
              AdminGrpc.getCompareStateMethod(),
              request,
              () -> parts.shard().compareState().thenApply(ShardStatusEncoder::comparison));
        },
        out);
  }

  private static RaiseRevisionReply raised(ShardParts parts, Outcome outcome) {
    if (outcome instanceof RevisionRaised raised) {
      return RaiseRevisionReply.newBuilder().setRevision(raised.revision()).build();
    }
    Error error = RefusalEncoder.errorOf(parts, outcome);
    throw error == null ? new IllegalStateException("not raised") : new CallRefused(error);
  }

  private static CompletableFuture<Outcome> propose(ShardParts parts, Command command) {
    CompletableFuture<Outcome> decided = new CompletableFuture<>();
    parts
        .shard()
        .propose(
            command,
            new Answer() {
              @Override
              public void applied(Outcome outcome) {
                decided.complete(outcome);
              }

              @Override
              public void failed(Failure failure) {
                decided.completeExceptionally(new FailureException(failure));
              }

              @Override
              public Outbox outbox() {
                return Outbox.NONE;
              }
            });
    return decided;
  }
}
