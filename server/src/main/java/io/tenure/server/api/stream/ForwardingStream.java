package io.tenure.server.api.stream;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.forward.SendTracker;
import io.tenure.server.api.shard.ShardParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A Connect stream to another node, on behalf of one client's stream, with the same correlations.
 * Everything but the transport's calls is on the loop of the client's stream.
 */
final class ForwardingStream {
  private final ForwardingStreams forwardingStreams;
  private final String address;
  private final Executor loop;
  private final ClientCallStreamObserver<ClientFrame> out;
  private final SendTracker sendTracker = new SendTracker();
  private final Map<Long, Sent> unanswered = new HashMap<>();
  private final int frameBytes;
  private int bytes = FRAME_MARGIN;

  private ClientFrame.@Nullable Builder frame =
      ClientFrame.newBuilder().setHello(Hello.newBuilder().setFollowsHints(true));

  /** For what a frame has besides requests, and for the lengths of these. */
  private static final int FRAME_MARGIN = 1 << 10;

  private static final int REQUEST_MARGIN = 8;

  /** A request that is on its way. */
  record Sent(StreamSlot slot, ShardParts parts) {}

  ForwardingStream(
      ForwardingStreams forwardingStreams,
      String address,
      Executor loop,
      Channel channel,
      int frameBytes) {
    this.frameBytes = frameBytes;
    this.forwardingStreams = forwardingStreams;
    this.address = address;
    this.loop = loop;
    Channel marked = ClientInterceptors.intercept(channel, Forwarding.MARK);
    ClientCall<ClientFrame, ServerFrame> call =
        marked.newCall(TenureGrpc.getConnectMethod(), sendTracker.observe(CallOptions.DEFAULT));
    this.out =
        (ClientCallStreamObserver<ClientFrame>)
            ClientCalls.asyncBidiStreamingCall(call, new Inbound());
  }

  String address() {
    return address;
  }

  /** Goes with the next flush. */
  void send(StreamSlot slot, Request request, ShardParts parts) {
    unanswered.put(slot.correlation, new Sent(slot, parts));
    int size = request.getSerializedSize() + REQUEST_MARGIN;
    if (bytes + size > frameBytes) {
      flush(); // The leader takes no larger frame than this node, and all in it would be lost.
    }
    bytes += size;
    if (frame == null) {
      frame = ClientFrame.newBuilder();
    }
    frame.addRequests(request);
  }

  void flush() {
    if (frame != null && frame.getRequestsCount() > 0) {
      out.onNext(frame.build());
      frame = null;
      bytes = FRAME_MARGIN;
    }
  }

  void cancel() {
    unanswered.clear();
    out.cancel("the client's stream has ended", null);
  }

  /** Takes out what waits for nodes that do not lead. */
  List<Sent> takeUnless(BiPredicate<String, ShardParts> leads) {
    List<Sent> taken = new ArrayList<>();
    Iterator<Sent> all = unanswered.values().iterator();
    while (all.hasNext()) {
      Sent sent = all.next();
      if (!leads.test(address, sent.parts())) {
        all.remove();
        taken.add(sent);
      }
    }
    return taken;
  }

  private void replied(ServerFrame replies) {
    for (Reply reply : replies.getRepliesList()) {
      boolean queued = reply.getAcquire().hasQueued() || reply.getConvert().hasQueued();
      Sent sent =
          queued
              ? unanswered.get(reply.getCorrelation())
              : unanswered.remove(reply.getCorrelation());
      if (sent != null) {
        forwardingStreams.replied(sent, reply);
      }
    }
    forwardingStreams.received();
  }

  private void broken(@Nullable Throwable why) {
    List<Sent> lost = new ArrayList<>(unanswered.values());
    unanswered.clear();
    forwardingStreams.broken(this, sendTracker.neverLeft(why), lost);
  }

  /** On a thread of the transport. */
  private final class Inbound implements StreamObserver<ServerFrame> {
    @Override
    public void onNext(ServerFrame replies) {
      loop.execute(() -> forwardingStreams.attempt(() -> replied(replies)));
    }

    @Override
    public void onError(Throwable thrown) {
      loop.execute(() -> forwardingStreams.attempt(() -> broken(thrown)));
    }

    @Override
    public void onCompleted() {
      loop.execute(() -> forwardingStreams.attempt(() -> broken(null)));
    }
  }
}
