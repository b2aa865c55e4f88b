package io.tenure.server.api.forward;

import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.stub.MetadataUtils;
import io.tenure.protocol.v1.Request;
import io.tenure.server.peer.PeerChannels;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Calls that a node forwards to another one for a client. They are marked, and a marked call is
 * never forwarded again: nodes that disagree about the leader would forward it in a circle.
 */
public final class Forwarding {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("tenure-forwarded", Metadata.ASCII_STRING_MARSHALLER);
  private static final Context.Key<Boolean> FORWARDED =
      Context.keyWithDefault("tenure-forwarded", false);

  /** Marks calls to other nodes. */
  public static final ClientInterceptor MARK = MetadataUtils.newAttachHeadersInterceptor(mark());

  /** A connection takes 4,096 by default, and there are eight; others need some of these. */
  public static final int MAX_UNDER_WAY = 8_192;

  /** How long this node tries to find the leader for a request before it answers an error. */
  public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Between two tries. */
  public static final long PAUSE_MILLIS = 50;

  private final PeerChannels channels;
  private final Set<ForwardedCall<?, ?>> underWay = ConcurrentHashMap.newKeySet();

  public Forwarding(PeerChannels channels) {
    this.channels = channels;
  }

  public PeerChannels channels() {
    return channels;
  }

  private static Metadata mark() {
    Metadata headers = new Metadata();
    headers.put(HEADER, "1");
    return headers;
  }

  /** Whether the call that is being started comes from another node. */
  public static boolean isForwarded() {
    return FORWARDED.get();
  }

  /** Notices marked calls. */
  public static final class Notice implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      return headers.containsKey(HEADER)
          ? Contexts.interceptCall(
              Context.current().withValue(FORWARDED, true), call, headers, next)
          : next.startCall(call, headers);
    }
  }

  /**
   * Whether a request may be sent again when it is unknown whether it was executed: its number or
   * nonce makes it execute once, or it is idempotent.
   */
  public static boolean isRepeatable(Request request) {
    return switch (request.getCallCase()) {
      case ACQUIRE -> isNumbered(request.getAcquire().getSession(), number(request));
      case RELEASE -> isNumbered(request.getRelease().getSession(), number(request));
      case SET_VALUE -> isNumbered(request.getSetValue().getSession(), number(request));
      case CONVERT -> number(request) != 0;
      case OPEN_SESSION -> request.getOpenSession().getNonce() != 0;
      case WITHDRAW, KEEP_ALIVE, RENEW, GET, LIST -> true;
      case CLOSE_SESSION, WATCH, CANCEL_WATCH, CALL_NOT_SET -> false;
    };
  }

  /**
   * Whether it keeps its queue position while its client is disconnected: its hold blocks others
   * anyhow.
   */
  public static boolean isUpgradeThatWaits(Request request) {
    return request.hasConvert() && number(request) != 0 && request.getConvert().getWaitMs() != 0;
  }

  private static boolean isNumbered(long session, long number) {
    return session != 0 && number != 0;
  }

  private static long number(Request request) {
    return switch (request.getCallCase()) {
      case ACQUIRE -> request.getAcquire().getRequest();
      case RELEASE -> request.getRelease().getRequest();
      case SET_VALUE -> request.getSetValue().getRequest();
      case CONVERT -> request.getConvert().getRequest();
      default -> 0;
    };
  }

  /** How long the request may wait, as on the wire; 0 if it is none that waits. */
  public static long waitMillis(Request request) {
    return request.hasAcquire()
        ? request.getAcquire().getWaitMs()
        : request.getConvert().getWaitMs();
  }

  /** A request that is to wait for some time, less the time that it has been here. */
  public static Request withTimeLeft(Request request, long arrivedNanos) {
    long wait = waitMillis(request);
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - arrivedNanos);
    if (wait <= 0 || waited == 0) {
      return request;
    }
    Request.Builder rest = request.toBuilder();
    if (request.hasAcquire()) {
      rest.getAcquireBuilder().setWaitMs(Math.max(1, wait - waited));
    } else {
      rest.getConvertBuilder().setWaitMs(Math.max(1, wait - waited));
    }
    return rest.build();
  }

  /** Whether no more calls that may wait for long should be forwarded. */
  public boolean isFull() {
    return underWay.size() >= MAX_UNDER_WAY;
  }

  void began(ForwardedCall<?, ?> call) {
    underWay.add(call);
  }

  void ended(ForwardedCall<?, ?> call) {
    underWay.remove(call);
  }

  /** A node that no longer leads may never answer the calls that it got. */
  public void leadershipChanged() {
    underWay.forEach(ForwardedCall::cancelUnlessLeader);
  }
}
