package io.tenure.client.internal.connection;

import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tenure.protocol.v1.CancelWatchRequest;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one server: one Connect stream, opened again whenever it ends. Queued calls are
 * sent together, in one frame, as soon as the loop has handled everything that it has read. On the
 * loop.
 */
final class Link {
  private static final DeferredLog log = DeferredLog.of(Link.class);

  private static final Call.Lane[] LANES = Call.Lane.values();

  private static final int MAX_REQUESTS_PER_FRAME = 1_000;

  /** Ends a frame. Servers accept 64 KiB at least: the setting goes no lower. */
  private static final int FULL_FRAME_BYTES = 32 << 10;

  /** Far above any request whose parts are within their limits. */
  private static final int MAX_REQUEST_BYTES = 24 << 10;

  private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LAST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);

  final Endpoint endpoint;

  /** Whether the server is asked to forward calls to the leader instead of naming it. */
  final boolean forwards;

  /** The id of the node; empty until it is known. */
  String node = "";

  /** The latest one on the present stream; null before it. */
  @Nullable Welcome welcome;

  /** When a frame was last sent. */
  long lastUsedNanos = System.nanoTime();

  private final Router router;
  private final ClientLoop loop;
  private final Map<Call.Lane, ArrayDeque<Call>> lanes = new EnumMap<>(Call.Lane.class);
  private final ArrayDeque<Long> watchesToCancel = new ArrayDeque<>();
  private final StreamLoad load = new StreamLoad();

  /** Shards that the server has refused to lead since its latest welcome claimed them. */
  private final Set<Integer> denied = new HashSet<>();

  /** For one stream only: a channel that could not connect would fail the next one at once. */
  private @Nullable ManagedChannel channel;

  private @Nullable Stream stream;
  private boolean flushIsDue;
  private boolean closed;
  private long quietSinceNanos = System.nanoTime();
  private final Backoff backoff = new Backoff(FIRST_BACKOFF_NANOS, LAST_BACKOFF_NANOS);
  private long retryNanos = System.nanoTime();

  Link(Router router, ClientLoop loop, Endpoint endpoint, boolean forwards) {
    this.router = router;
    this.loop = loop;
    this.endpoint = endpoint;
    this.forwards = forwards;
    for (Call.Lane lane : LANES) {
      lanes.put(lane, new ArrayDeque<>());
    }
  }

  /** Opens the stream, unless it is open or it is too early to try again. */
  void connect() {
    if (closed || stream != null || System.nanoTime() - retryNanos < 0) {
      return;
    }
    Stream opened = new Stream();
    stream = opened;
    ManagedChannel fresh = loop.channel(endpoint);
    channel = fresh;
    TenureGrpc.newStub(fresh).connect(opened);
    Hello hello = Hello.newBuilder().setFollowsHints(!forwards).build();
    opened.send(ClientFrame.newBuilder().setHello(hello).build());
  }

  /** Whether there is a stream. The server may not have answered on it yet. */
  boolean isConnecting() {
    return stream != null;
  }

  /** Whether the server leads the shard, according to itself. */
  boolean claims(int shard) {
    Welcome said = welcome;
    return said != null
        && shard < said.getShardsCount()
        && !said.getNode().isEmpty()
        && said.getShards(shard).getLeaderNode().equals(said.getNode())
        && !denied.contains(shard);
  }

  /** The server has refused a call because it does not lead the shard. */
  void deny(int shard) {
    denied.add(shard);
  }

  // ------------------------------------------------------------------------------- sending

  void enqueue(Call call) {
    queue(call.lane()).add(call);
    flushSoon();
  }

  private ArrayDeque<Call> queue(Call.Lane lane) {
    return Objects.requireNonNull(lanes.get(lane));
  }

  /** A call that was queued or sent here is over, or goes to another server. */
  void done(Call call) {
    if (call.correlation != 0) {
      router.forgetCopy(call.correlation);
      if (call.lane() == Call.Lane.WATCH && stream != null) {
        watchesToCancel.add(call.correlation);
      }
      load.done(call);
      call.correlation = 0;
      flushSoon();
    }
    call.sentOn = null;
  }

  /** The call waits in the service from now on, which makes room for another to be sent. */
  void answered(Call call) {
    boolean isTooMany = !call.answered && load.isFull() && call.lane() == Call.Lane.ASK;
    load.answered(call);
    flushSoon();
    if (isTooMany) {
      call.onTooManyWaiting(error(Reason.LIMIT_REACHED, StreamLoad.tooManyWaiting()));
    }
  }

  /** For how long the server has owed an answer and sent nothing; 0 if it owes none. */
  long overdueNanos(long nowNanos) {
    return load.awaitsReply() ? nowNanos - quietSinceNanos : 0;
  }

  boolean isIdle() {
    return load.isZero() && lanes.values().stream().allMatch(ArrayDeque::isEmpty);
  }

  private void flushSoon() {
    if (!flushIsDue && hasNext()) {
      flushIsDue = true;
      loop.later(this::flush);
    }
  }

  private void flush() {
    flushIsDue = false;
    Stream to = stream;
    while (to != null && to == stream && to.isReady() && hasNext()) {
      long now = System.nanoTime();
      if (!load.awaitsReply()) {
        quietSinceNanos = now;
      }
      lastUsedNanos = now;
      ClientFrame frame = nextFrame(now);
      if (frame.getRequestsCount() > 0) {
        to.send(frame);
      }
    }
  }

  private boolean hasNext() {
    return !watchesToCancel.isEmpty() || nextLane() != null;
  }

  /** The first lane that has something to send and may. */
  private Call.@Nullable Lane nextLane() {
    for (Call.Lane lane : LANES) {
      if (!queue(lane).isEmpty() && load.takes(lane)) {
        return lane;
      }
    }
    return null;
  }

  private ClientFrame nextFrame(long now) {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    while (!watchesToCancel.isEmpty() && frame.getRequestsCount() < MAX_REQUESTS_PER_FRAME) {
      CancelWatchRequest cancel =
          CancelWatchRequest.newBuilder().setWatch(watchesToCancel.remove()).build();
      frame.addRequests(
          Request.newBuilder().setCorrelation(router.nextCorrelation()).setCancelWatch(cancel));
    }
    int bytes = 0;
    Call.Lane lane = nextLane();
    while (lane != null
        && frame.getRequestsCount() < MAX_REQUESTS_PER_FRAME
        && bytes < FULL_FRAME_BYTES) {
      Call call = queue(lane).remove();
      if (!call.over && call.sentOn == this && call.correlation == 0) {
        Request request = toRequest(call, now);
        if (request != null) {
          bytes += request.getSerializedSize();
          frame.addRequests(request);
        }
      }
      lane = nextLane();
    }
    return frame.build();
  }

  /** Null if it cannot be sent: then the call has failed. */
  private @Nullable Request toRequest(Call call, long now) {
    long correlation = router.nextCorrelation();
    Request request;
    try {
      Request.Builder builder = Request.newBuilder().setCorrelation(correlation);
      call.writeTo(builder);
      request = builder.build();
    } catch (RuntimeException bug) {
      log.error("internal error in the client: a request cannot be encoded; it fails", bug);
      router.fail(call, error(Reason.INVALID_ARGUMENT, String.valueOf(bug.getMessage())));
      return null;
    }
    if (request.getSerializedSize() > MAX_REQUEST_BYTES) {
      String message =
          "request: %d bytes (expected: at most %d)"
              .formatted(request.getSerializedSize(), MAX_REQUEST_BYTES);
      router.fail(call, error(Reason.INVALID_ARGUMENT, message));
      return null;
    }
    call.sending(correlation, now);
    router.rememberCopy(correlation, call);
    load.sent(call);
    return request;
  }

  private static Error error(Reason reason, String message) {
    return Router.error(reason, Retry.RETRY_NEVER, message);
  }

  // ------------------------------------------------------------------------------- receiving

  private void received(ServerFrame frame) {
    quietSinceNanos = System.nanoTime();
    if (frame.hasWelcome()) {
      welcome = frame.getWelcome();
      node = welcome.getNode();
      denied.clear();
      router.onWelcome(this, welcome);
    }
    List<Reply> replies = frame.getRepliesList();
    int ended = 0;
    long fastestNanos = Long.MAX_VALUE;
    for (int i = 0; i < replies.size(); i++) {
      Call call = router.onReply(this, replies.get(i));
      if (call != null) {
        ended++;
        fastestNanos = Math.min(fastestNanos, quietSinceNanos - call.sentNanos());
      }
      backoff.reset(); // Not earlier: a stream may be closed right after its welcome.
    }
    if (ended > 0) {
      loop.answered(ended, fastestNanos);
    }
  }

  private void ended(String why) {
    log.debug("connection to {} ended: {}", endpoint, why);
    disconnect();
    welcome = null;
    denied.clear();
    load.clear();
    watchesToCancel.clear();
    lanes.values().forEach(ArrayDeque::clear);
    if (!closed) {
      long pause = backoff.nextWithFullJitter();
      retryNanos = System.nanoTime() + pause;
      loop.after(pause, this::reconnect);
    }
    router.onLinkLost(this, why);
  }

  private void reconnect() {
    if (router.wants(this)) {
      connect();
    }
  }

  private void disconnect() {
    ManagedChannel old = channel;
    stream = null; // First: what still arrives on the old stream is ignored.
    channel = null;
    if (old != null) {
      old.shutdownNow();
    }
  }

  /** Replaces a connection that does not answer. */
  void restart() {
    if (stream != null && !closed) {
      ended("no answer");
    }
  }

  void close() {
    closed = true;
    disconnect();
  }

  /** One stream. Ignores what arrives after another has replaced it. */
  private final class Stream implements ClientResponseObserver<ClientFrame, ServerFrame> {
    private @Nullable ClientCallStreamObserver<ClientFrame> requests;

    @Override
    public void beforeStart(ClientCallStreamObserver<ClientFrame> requests) {
      this.requests = requests;
      requests.setOnReadyHandler(Link.this::flush);
    }

    boolean isReady() {
      return Objects.requireNonNull(requests).isReady();
    }

    void send(ClientFrame frame) {
      Objects.requireNonNull(requests).onNext(frame);
    }

    @Override
    public void onNext(ServerFrame frame) {
      if (stream == this) {
        received(frame);
      }
    }

    @Override
    public void onError(Throwable cause) {
      if (stream == this) {
        ended(String.valueOf(cause.getMessage()));
      }
    }

    @Override
    public void onCompleted() {
      if (stream == this) {
        ended("the server closed it");
      }
    }
  }
}
