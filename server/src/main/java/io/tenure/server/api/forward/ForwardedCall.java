package io.tenure.server.api.forward;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.Reason;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One plain call that is forwarded to another node for a client. Its result arrives on the client's
 * loop. A call that never left this node ends as if the other node had answered that it does not
 * lead.
 */
public final class ForwardedCall<Q, R> implements StreamObserver<R> {
  private final Forwarding forwarding;
  private final ShardParts parts;
  private final Failure.Leader leader;
  private final Executor loop;
  private final SendTracker sendTracker = new SendTracker();
  private final ClientCall<Q, R> call;
  private final Consumer<R> replied;
  private final Consumer<Throwable> failed;

  /** Which node it is forwarded to, and for which shard. */
  public record Route(
      Forwarding forwarding,
      ShardParts parts,
      Failure.Leader leader,
      @Nullable Deadline deadline,
      Executor loop) {}

  public ForwardedCall(
      Route route, MethodDescriptor<Q, R> method, Consumer<R> replied, Consumer<Throwable> failed) {
    this.forwarding = route.forwarding();
    this.parts = route.parts();
    this.leader = route.leader();
    this.loop = route.loop();
    this.replied = replied;
    this.failed = failed;
    this.call =
        ClientInterceptors.intercept(
                forwarding.channels().channel(leader.address()), Forwarding.MARK)
            .newCall(
                method, sendTracker.observe(CallOptions.DEFAULT.withDeadline(route.deadline())));
  }

  /**
   * Sends it. It is cancelled when another node becomes leader, since it may never be answered
   * then.
   */
  public void send(Q message) {
    forwarding.began(this);
    sendAnyway(message);
  }

  /** Sends a call that is not cancelled when another node becomes leader. */
  public void sendAnyway(Q message) {
    // Not in the context of the client's call: that one is cancelled here, with a reason.
    Context.ROOT.run(() -> ClientCalls.asyncUnaryCall(call, message, this));
  }

  /** Nobody waits for it any more. */
  public void cancel() {
    forwarding.ended(this);
    call.cancel("the client is gone", null);
  }

  void cancelUnlessLeader() {
    Failure.Leader now = parts.shard().leadership().leader();
    if (now != null && !now.equals(leader)) {
      call.cancel("another node leads", null);
    }
  }

  @Override
  public void onNext(R reply) {
    forwarding.ended(this);
    loop.execute(() -> replied.accept(reply));
  }

  @Override
  public void onError(Throwable thrown) {
    forwarding.ended(this);
    Throwable why =
        sendTracker.neverLeft(thrown)
            ? Errors.status(
                Errors.error(
                    Reason.NO_LEADER, "the leader " + leader.node() + " cannot be reached"))
            : thrown;
    loop.execute(() -> failed.accept(why));
  }

  @Override
  public void onCompleted() {}
}
