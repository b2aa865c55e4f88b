package io.tenure.server.api.plain;

import io.grpc.stub.ServerCallStreamObserver;
import io.tenure.core.model.Session;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.shard.ShardMap;
import io.tenure.server.api.shard.ShardParts;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Lets plain calls use one session for keys of several shards.
 *
 * <p>An acquire that names a session of one shard and keys of another opens a session there, the
 * sibling, with the same term. Its nonce is made from the id of the first one, so that everybody
 * who asks finds the same sibling. Keeping the first one alive keeps its siblings alive, closing it
 * closes them. All of it is made of plain calls, which find their leaders by themselves.
 *
 * <p>What a caller must know: a sibling that could not be kept alive in time expires on its own.
 * The holds in it are then gone while the first session lives; their tokens tell.
 *
 * <p>With one shard none of this is used.
 */
public final class SiblingSessions {
  private final PlainCalls calls;
  private final ShardMap shards;

  public SiblingSessions(PlainCalls calls) {
    this.calls = calls;
    this.shards = calls.context().calls().shards();
  }

  /** Whether the request needs a sibling; false if it is invalid, which others will say. */
  public boolean concerns(AcquireRequest request) {
    if (shards.size() == 1 || request.getSession() == 0 || request.getTargetsCount() == 0) {
      return false;
    }
    try {
      int shard = shards.ofTargets(WireDecoder.targets(request.getTargetsList())).index();
      int own = ShardParts.shardOf(request.getSession());
      return own != shard && own < shards.size();
    } catch (IllegalArgumentException | CallRefused invalid) {
      return false;
    }
  }

  /** Whether there may be siblings to think of. */
  public boolean concerns(long session, long siblingOf) {
    return shards.size() > 1
        && siblingOf == 0
        && !Forwarding.isForwarded()
        && ShardParts.shardOf(session) < shards.size();
  }

  /** A plain call made of several, one after the other; cancelled as one. */
  private final class Steps<R> {
    private final ServerCallStreamObserver<R> out;
    private @Nullable PlainCall<?, ?> current;
    private boolean cancelled;

    Steps(ServerCallStreamObserver<R> out) {
      this.out = out;
      out.setOnCancelHandler(this::cancel);
    }

    private void cancel() {
      cancelled = true;
      if (current != null) {
        current.cancelled();
      }
    }

    <Q, S> void next(PlainForm<Q, S> form, Q message, Consumer<S> then) {
      if (!cancelled) {
        PlainCall<Q, S> call =
            new PlainCall<>(calls, form, message, new PlainCallReceiver<>(then, out::onError));
        current = call;
        call.start();
      }
    }

    void end(R reply) {
      PlainCallReceiver.of(out).succeed().accept(reply);
    }
  }

  public void acquire(AcquireRequest request, ServerCallStreamObserver<AcquireReply> out) {
    Steps<AcquireReply> steps = new Steps<>(out);
    int shard = shards.ofTargets(WireDecoder.targets(request.getTargetsList())).index();
    steps.next(
        PlainForm.KEEP_ALIVE,
        KeepAliveRequest.newBuilder().setSession(request.getSession()).build(),
        kept ->
            steps.next(
                PlainForm.OPEN_SESSION,
                OpenSessionRequest.newBuilder()
                    .setShard(shard)
                    .setNonce(ShardParts.siblingNonce(request.getSession()))
                    .setTtlMs(kept.getTtlMs())
                    .setClientName(clientName(request.getSession()))
                    .build(),
                sibling ->
                    steps.next(
                        PlainForm.ACQUIRE,
                        request.toBuilder().setSession(sibling.getSession()).build(),
                        steps::end)));
  }

  /** As far as this node knows: it is for people. */
  private String clientName(long wireSession) {
    Session session =
        shards
            .ofSession(wireSession)
            .shard()
            .readStale(state -> state.session(ShardParts.sessionOf(wireSession)));
    return session == null ? "" : session.clientName();
  }

  /** First the session itself: it is what decides whether the siblings are to live. */
  public void keepAlive(KeepAliveRequest request, ServerCallStreamObserver<KeepAliveReply> out) {
    Steps<KeepAliveReply> steps = new Steps<>(out);
    List<Integer> others = othersThan(request.getSession());
    steps.next(
        PlainForm.KEEP_ALIVE,
        request,
        kept -> keepSiblings(steps, request.getSession(), others, kept));
  }

  private void keepSiblings(
      Steps<KeepAliveReply> steps, long session, List<Integer> rest, KeepAliveReply kept) {
    if (rest.isEmpty()) {
      steps.end(kept);
      return;
    }
    KeepAliveRequest next =
        KeepAliveRequest.newBuilder().setSiblingOf(session).setShard(rest.get(0)).build();
    steps.next(
        PlainForm.KEEP_ALIVE,
        next,
        sibling -> keepSiblings(steps, session, rest.subList(1, rest.size()), kept));
  }

  /** Last the session itself: if this fails on the way, it can be called again. */
  public void close(CloseSessionRequest request, ServerCallStreamObserver<CloseSessionReply> out) {
    Steps<CloseSessionReply> steps = new Steps<>(out);
    closeSiblings(
        steps, request, othersThan(request.getSession()), CloseSessionReply.getDefaultInstance());
  }

  private void closeSiblings(
      Steps<CloseSessionReply> steps,
      CloseSessionRequest request,
      List<Integer> rest,
      CloseSessionReply soFar) {
    if (rest.isEmpty()) {
      steps.next(PlainForm.CLOSE_SESSION, request, own -> steps.end(sum(soFar, own)));
      return;
    }
    CloseSessionRequest next =
        CloseSessionRequest.newBuilder()
            .setSiblingOf(request.getSession())
            .setShard(rest.get(0))
            .build();
    steps.next(
        PlainForm.CLOSE_SESSION,
        next,
        sibling ->
            closeSiblings(steps, request, rest.subList(1, rest.size()), sum(soFar, sibling)));
  }

  private static CloseSessionReply sum(CloseSessionReply one, CloseSessionReply other) {
    return CloseSessionReply.newBuilder()
        .setReleased(one.getReleased() + other.getReleased())
        .setWithdrawn(one.getWithdrawn() + other.getWithdrawn())
        .build();
  }

  private List<Integer> othersThan(long wireSession) {
    int own = ShardParts.shardOf(wireSession);
    return IntStream.range(0, shards.size()).filter(shard -> shard != own).boxed().toList();
  }
}
