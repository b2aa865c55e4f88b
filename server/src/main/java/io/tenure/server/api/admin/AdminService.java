package io.tenure.server.api.admin;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
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
import io.tenure.protocol.v1.Reason;
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
import io.tenure.server.api.CallContext;
import io.tenure.server.api.encode.CallRefused;
import io.tenure.server.api.encode.Errors;
import io.tenure.server.api.encode.RefusalEncoder;
import io.tenure.server.api.encode.ShardStatusEncoder;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.forward.ForwardedCall;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.read.KeyViewEncoder;
import io.tenure.server.api.read.SessionPages;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.api.stream.ForwardingStreams;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Outbox;
import io.tenure.server.thread.NodeThreads;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What operators call. What only the leader can do is taken there; again only if it was certainly
 * not done, or does no harm.
 */
public final class AdminService extends AdminGrpc.AdminImplBase {
  private static final Executor SOON =
      CompletableFuture.delayedExecutor(ForwardingStreams.PAUSE_MILLIS, TimeUnit.MILLISECONDS);

  /** Done twice they are as if done once. */
  private static final Set<MethodDescriptor<?, ?>> REPEATABLE =
      Set.of(
          AdminGrpc.getAddMemberMethod(),
          AdminGrpc.getRemoveMemberMethod(),
          AdminGrpc.getListSessionsMethod(),
          AdminGrpc.getCompareStateMethod());

  private final CallContext desk;
  private final ClusterOperations cluster;
  private final SessionPages sessions;

  public AdminService(CallContext desk, ClusterOperations cluster) {
    this.desk = desk;
    this.cluster = cluster;
    this.sessions = new SessionPages(desk.calls().shards(), desk.calls().reads());
  }

  @Override
  public void status(StatusRequest request, StreamObserver<StatusReply> out) {
    answer(() -> CompletableFuture.completedFuture(status()), out);
  }

  private StatusReply status() {
    StatusReply.Builder reply =
        StatusReply.newBuilder().setNode(cluster.node()).setVersion(cluster.version());
    for (ShardParts parts : desk.calls().shards()) {
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
    answer(
        () -> {
          requireReachable(member);
          if (request.hasShard()) {
            ShardParts parts = desk.calls().shards().ofIndex(request.getShard());
            return here(
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
    answer(
        () -> {
          if (request.hasShard()) {
            ShardParts parts = desk.calls().shards().ofIndex(request.getShard());
            return here(
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
    answer(
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
    for (ShardParts parts : desk.calls().shards()) {
      int shard = parts.index();
      done =
          done.thenCompose(
              before -> here(parts, method, message.apply(shard), () -> change.apply(shard)));
    }
    return done;
  }

  @Override
  public void transferLeadership(
      TransferLeadershipRequest request, StreamObserver<TransferLeadershipReply> out) {
    answer(
        () -> {
          ShardParts parts = desk.calls().shards().ofIndex(request.getShard());
          String node = request.getNode().isEmpty() ? null : request.getNode();
          return here(
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
    answer(
        () -> {
          Key key = Key.of(request.getKey());
          ShardParts parts = desk.calls().shards().ofKey(key);
          RevokeHold command = new RevokeHold(key, WireDecoder.token(request.getToken()));
          return here(
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
    answer(
        () -> {
          SessionPages.Place place = sessions.place(request);
          return here(
              place.parts(),
              AdminGrpc.getListSessionsMethod(),
              request,
              () -> sessions.read(place));
        },
        out);
  }

  @Override
  public void raiseRevision(RaiseRevisionRequest request, StreamObserver<RaiseRevisionReply> out) {
    answer(
        () -> {
          ShardParts parts = desk.calls().shards().ofIndex(request.getShard());
          RaiseRevision command = new RaiseRevision(request.getAbove());
          return here(
              parts,
              AdminGrpc.getRaiseRevisionMethod(),
              request,
              () -> propose(parts, command).thenApply(outcome -> raised(parts, outcome)));
        },
        out);
  }

  @Override
  public void compareState(CompareStateRequest request, StreamObserver<CompareStateReply> out) {
    answer(
        () -> {
          ShardParts parts = desk.calls().shards().ofIndex(request.getShard());
          return here(
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
    Error error = Errors.of(parts, outcome);
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

  /** Does it here or, if this node does not lead, at the node that does. */
  private <Q, R> CompletableFuture<R> here(
      ShardParts parts,
      MethodDescriptor<Q, R> method,
      Q message,
      Supplier<CompletableFuture<R>> action) {
    Origin origin =
        new Origin(Forwarding.isForwarded(), Context.current().getDeadline(), System.nanoTime());
    return attempt(new Operation<>(parts, method, message, action, origin));
  }

  /** What must be known of a call after its method has returned. */
  private record Origin(boolean forwarded, @Nullable Deadline deadline, long arrivedNanos) {}

  private record Operation<Q, R>(
      ShardParts parts,
      MethodDescriptor<Q, R> method,
      Q message,
      Supplier<CompletableFuture<R>> action,
      Origin origin) {}

  /** It may be that the leader has to step down first: then the next one does it. */
  private <Q, R> CompletableFuture<R> attempt(Operation<Q, R> operation) {
    CompletableFuture<R> attempted =
        operation.parts().shard().leadership().leads()
            ? operation.action().get()
            : there(operation);
    return attempted.exceptionallyCompose(
        thrown ->
            isWorthAnotherTry(operation, errorOf(thrown).getReason())
                ? CompletableFuture.runAsync(() -> {}, SOON)
                    .thenCompose(paused -> attempt(operation))
                : CompletableFuture.failedFuture(thrown));
  }

  private static boolean isWorthAnotherTry(Operation<?, ?> operation, Reason reason) {
    Origin origin = operation.origin();
    boolean notDone = reason == Reason.NOT_LEADER || reason == Reason.NO_LEADER;
    boolean harmless = reason == Reason.LEADERSHIP_LOST && REPEATABLE.contains(operation.method());
    return !origin.forwarded()
        && (notDone || harmless)
        && System.nanoTime() - origin.arrivedNanos() < ForwardingStreams.PATIENCE_NANOS;
  }

  private <Q, R> CompletableFuture<R> there(Operation<Q, R> operation) {
    Origin origin = operation.origin();
    Failure elsewhere = operation.parts().notLeading();
    Failure.Leader leader = elsewhere.leader();
    if (leader == null || origin.forwarded()) {
      return CompletableFuture.failedFuture(new FailureException(elsewhere));
    }
    CompletableFuture<R> result = new CompletableFuture<>();
    ForwardedCall.Way way =
        new ForwardedCall.Way(
            desk.forwarding(), operation.parts(), leader, origin.deadline(), Runnable::run);
    new ForwardedCall<>(way, operation.method(), result::complete, result::completeExceptionally)
        .sendAnyway(operation.message());
    return result;
  }

  private static <R> void answer(Supplier<CompletableFuture<R>> action, StreamObserver<R> out) {
    CompletableFuture<R> future;
    try {
      future = action.get();
    } catch (RuntimeException thrown) {
      out.onError(Errors.status(errorOf(thrown)));
      return;
    }
    var unused =
        future.whenComplete(
            (reply, thrown) -> {
              if (thrown == null) {
                out.onNext(reply);
                out.onCompleted();
              } else {
                if (cause(thrown) instanceof java.lang.Error error) {
                  NodeThreads.report(error); // The future keeps it to itself.
                }
                out.onError(Errors.status(errorOf(thrown)));
              }
            });
  }

  private static Throwable cause(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** Whatever an operation may end with. */
  static Error errorOf(Throwable thrown) {
    Throwable cause = cause(thrown);
    Error parsed = Errors.parse(cause);
    if (parsed != null) {
      return parsed;
    } else if (cause instanceof FailureException failed) {
      return Errors.of(failed.failure());
    } else if (cause instanceof CallRefused refused) {
      return refused.error();
    } else if (cause instanceof IllegalArgumentException) {
      return Errors.invalid(String.valueOf(cause.getMessage()));
    } else if (cause instanceof StatusRuntimeException lost) {
      return Errors.error(Reason.LEADERSHIP_LOST, "the leader was lost: " + lost.getMessage());
    }
    // The engine's go on with the stack trace of another node.
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return Errors.error(Reason.CLUSTER_STATE, message);
  }
}
