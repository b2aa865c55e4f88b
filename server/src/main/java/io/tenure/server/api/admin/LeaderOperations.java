package io.tenure.server.api.admin;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.Reason;
import io.tenure.server.api.forward.ForwardedCall;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs operators' calls where the shard is led: here, or at the node that leads. One is tried again
 * only if it was certainly not done, or does no harm when it is done twice.
 */
final class LeaderOperations {
  private static final Executor SOON =
      CompletableFuture.delayedExecutor(Forwarding.PAUSE_MILLIS, TimeUnit.MILLISECONDS);

  /** Done twice they are as if done once. */
  private static final Set<MethodDescriptor<?, ?>> REPEATABLE =
      Set.of(
          AdminGrpc.getAddMemberMethod(),
          AdminGrpc.getRemoveMemberMethod(),
          AdminGrpc.getListSessionsMethod(),
          AdminGrpc.getCompareStateMethod());

  private final Forwarding forwarding;

  LeaderOperations(Forwarding forwarding) {
    this.forwarding = forwarding;
  }

  /** What must be known of a call after its method has returned. */
  private record Origin(boolean forwarded, @Nullable Deadline deadline, long arrivedNanos) {}

  private record Operation<Q, R>(
      ShardParts parts,
      MethodDescriptor<Q, R> method,
      Q message,
      Supplier<CompletableFuture<R>> action,
      Origin origin) {}

  /** To be called in the handler of the call. */
  <Q, R> CompletableFuture<R> run(
      ShardParts parts,
      MethodDescriptor<Q, R> method,
      Q message,
      Supplier<CompletableFuture<R>> action) {
    Origin origin =
        new Origin(Forwarding.isForwarded(), Context.current().getDeadline(), System.nanoTime());
    return attempt(new Operation<>(parts, method, message, action, origin));
  }

  /** It may be that the leader has to step down first: then the next one does it. */
  private <Q, R> CompletableFuture<R> attempt(Operation<Q, R> operation) {
    CompletableFuture<R> attempted =
        operation.parts().shard().leadership().leads()
            ? operation.action().get()
            : forward(operation);
    return attempted.exceptionallyCompose(
        thrown ->
            mayTryAgain(operation, AdminReplies.errorOf(thrown).getReason())
                ? CompletableFuture.runAsync(() -> {}, SOON)
                    .thenCompose(paused -> attempt(operation))
                : CompletableFuture.failedFuture(thrown));
  }

  private static boolean mayTryAgain(Operation<?, ?> operation, Reason reason) {
    Origin origin = operation.origin();
    boolean notDone = reason == Reason.NOT_LEADER || reason == Reason.NO_LEADER;
    boolean harmless = reason == Reason.LEADERSHIP_LOST && REPEATABLE.contains(operation.method());
    return !origin.forwarded()
        && (notDone || harmless)
        && System.nanoTime() - origin.arrivedNanos() < Forwarding.PATIENCE_NANOS;
  }

  private <Q, R> CompletableFuture<R> forward(Operation<Q, R> operation) {
    Origin origin = operation.origin();
    Failure elsewhere = operation.parts().notLeading();
    Failure.Leader leader = elsewhere.leader();
    if (leader == null || origin.forwarded()) {
      return CompletableFuture.failedFuture(new FailureException(elsewhere));
    }
    CompletableFuture<R> result = new CompletableFuture<>();
    ForwardedCall.Route route =
        new ForwardedCall.Route(
            forwarding, operation.parts(), leader, origin.deadline(), Runnable::run);
    new ForwardedCall<>(route, operation.method(), result::complete, result::completeExceptionally)
        .sendAnyway(operation.message());
    return result;
  }
}
