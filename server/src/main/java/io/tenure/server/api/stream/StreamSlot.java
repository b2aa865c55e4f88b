package io.tenure.server.api.stream;

import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.load.CountedRequest;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.Mailbox;
import io.tenure.server.api.request.ReplyTarget;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * A request's place on a Connect stream: taken when it arrives, free again when its last reply was
 * handed to the transport. So a client that does not read is bounded by what it has sent.
 */
public final class StreamSlot implements ReplyTarget, CountedRequest {
  final long correlation;
  final Request.CallCase kind;
  private final ConnectStream stream;

  /** Exactly one of the two while the request is open, both null before. */
  @Nullable Call call;

  @Nullable StreamWatch watch;

  private final Request request;
  private final long arrivedNanos = System.nanoTime();

  private final int bytes;

  /** When this node first found that it cannot answer, or 0. */
  long unansweredSinceNanos;

  StreamSlot(ConnectStream stream, Request request) {
    this.stream = stream;
    this.request = request;
    this.correlation = request.getCorrelation();
    this.kind = request.getCallCase();
    this.bytes = request.getSerializedSize() + ConnectionLoad.REQUEST_OVERHEAD;
  }

  /** The request, with the part of its time to wait that is left. */
  Request withTimeLeft() {
    return Forwarding.withTimeLeft(request, arrivedNanos);
  }

  @Override
  public int bytes() {
    return bytes;
  }

  @Override
  public boolean isWatch() {
    return kind == Request.CallCase.WATCH;
  }

  @Override
  public boolean isForwarded() {
    return stream.isForwarded();
  }

  /** Whether it only reads, so that it may be refused also when it has been executed. */
  boolean isRead() {
    return kind == Request.CallCase.GET || kind == Request.CallCase.LIST;
  }

  @Override
  public boolean isRelief() {
    return switch (kind) {
      case KEEP_ALIVE, RENEW, RELEASE, WITHDRAW, CLOSE_SESSION ->
          bytes <= ConnectionLoad.REQUEST_OVERHEAD + ConnectionLoad.SMALL_REQUEST;
      default -> false;
    };
  }

  @Override
  public ScheduledExecutorService loop() {
    return stream.loop();
  }

  @Override
  public Mailbox mailbox() {
    return stream.mailbox();
  }

  @Override
  public ConnectionLoad load() {
    return stream.load();
  }

  @Override
  public void interim(Reply.Builder reply) {
    stream.queueInterim(reply.setCorrelation(correlation).build(), this);
  }

  @Override
  public void last(Reply.Builder reply, long taken) {
    stream.queueLast(reply.setCorrelation(correlation).build(), this, taken);
  }

  @Override
  public boolean isPlain() {
    return false;
  }

  @Override
  public boolean forward(Request same, ShardParts parts, Failure why) {
    return stream.forward(this, parts, why);
  }

  /**
   * The stream is gone.
   *
   * @param nodeStops rather than the client
   */
  void abandon(boolean nodeStops) {
    if (call != null && nodeStops) {
      call.stopped();
    } else if (call != null) {
      call.abandoned();
    }
    if (watch != null) {
      watch.cancel();
    }
  }
}
