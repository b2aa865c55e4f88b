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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The way to one server: one Connect stream, opened again whenever it ends. What is queued goes out
 * in one frame as soon as the thread has handled everything that it has read.
 */
final class Link {
  private static final DeferredLog log = DeferredLog.of(Link.class);

  private static final Call.Lane[] LANES = Call.Lane.values();

  private static final int MAX_REQUESTS_PER_FRAME = 1_000;

  /** Where a frame is full. No server may be told to take less than 64 KiB. */
  private static final int FULL_FRAME_BYTES = 32 << 10;

  /** Far above what anything that is within its limits needs. */
  private static final int MAX_REQUEST_BYTES = 24 << 10;

  private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LAST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);

  final Endpoint endpoint;

  /**
   * Whether the server is asked to pass on what is not for it, instead of saying for whom it is.
   */
  final boolean passesOn;

  /** What the server calls itself; empty until it was heard. */
  String node = "";

  /** What the server has said on the stream that is open now; null before that. */
  @Nullable Welcome welcome;

  /** When it was last of use. */
  long usedNanos = System.nanoTime();

  private final Router router;
  private final ClientLoop loop;
  private final Map<Call.Lane, ArrayDeque<Call>> lanes = new EnumMap<>(Call.Lane.class);
  private final ArrayDeque<Long> watchesToCancel = new ArrayDeque<>();
  private final StreamLoad load = new StreamLoad();

  /** Shards that the server has said it does not lead, after it had said that it does. */
  private final Set<Integer> denied = new HashSet<>();

  /** For one stream: one that could not connect remembers it, and fails the next one at once. */
  private @Nullable ManagedChannel channel;

  private @Nullable Stream stream;
  private boolean flushIsDue;
  private boolean closed;
  private long quietSinceNanos = System.nanoTime();
  private long backoffNanos = FIRST_BACKOFF_NANOS;
  private long retryNanos = System.nanoTime();

  Link(Router router, ClientLoop loop, Endpoint endpoint, boolean passesOn) {
    this.router = router;
    this.loop = loop;
    this.endpoint = endpoint;
    this.passesOn = passesOn;
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
    Hello hello = Hello.newBuilder().setFollowsHints(!passesOn).build();
    opened.send(ClientFrame.newBuilder().setHello(hello).build());
  }

  /** Whether there is a stream, be it that the server has not said anything on it yet. */
  boolean isConnecting() {
    return stream != null;
  }

  /** Whether, by what it said last, the server leads the shard. */
  boolean claims(int shard) {
    Welcome said = welcome;
    return said != null
        && shard < said.getShardsCount()
        && !said.getNode().isEmpty()
        && said.getShards(shard).getLeaderNode().equals(said.getNode())
        && !denied.contains(shard);
  }

  /** The server has just said that it does not lead the shard, whatever it said before. */
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

  /** A call that was to go here, or went here, is over or goes elsewhere. */
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

  /** It waits now, and leaves its place to another; if too many wait, it is not to. */
  void answered(Call call) {
    boolean crowded = !call.answered && load.isFull() && call.lane() == Call.Lane.ASK;
    load.answered(call);
    flushSoon();
    if (crowded) {
      call.crowdedOut(error(Reason.LIMIT_REACHED, StreamLoad.fullness()));
    }
  }

  /** For how long it has owed an answer; 0 if it owes none. */
  long overdueNanos(long nowNanos) {
    return load.isOwed() ? nowNanos - quietSinceNanos : 0;
  }

  boolean isIdle() {
    return load.isNothing() && lanes.values().stream().allMatch(ArrayDeque::isEmpty);
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
      if (!load.isOwed()) {
        quietSinceNanos = now;
      }
      usedNanos = now;
      ClientFrame frame = nextFrame(now);
      if (frame.getRequestsCount() > 0) {
        to.send(frame);
      }
    }
  }

  private boolean hasNext() {
    return !watchesToCancel.isEmpty() || nextLane() != null;
  }

  /** The first of those that may send something. */
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
        Request request = describe(call, now);
        if (request != null) {
          bytes += request.getSerializedSize();
          frame.addRequests(request);
        }
      }
      lane = nextLane();
    }
    return frame.build();
  }

  /** Null if it cannot be sent; then it has been told so, and nobody else suffers. */
  private @Nullable Request describe(Call call, long now) {
    long correlation = router.nextCorrelation();
    Request request;
    try {
      Request.Builder builder = Request.newBuilder().setCorrelation(correlation);
      call.describe(builder);
      request = builder.build();
    } catch (RuntimeException bug) {
      log.error("the client cannot say what it wants", bug);
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

  // ------------------------------------------------------------------------------- hearing

  private void received(ServerFrame frame) {
    quietSinceNanos = System.nanoTime();
    if (frame.hasWelcome()) {
      welcome = frame.getWelcome();
      node = welcome.getNode();
      denied.clear();
      router.heard(this, welcome);
    }
    List<Reply> replies = frame.getRepliesList();
    int ended = 0;
    long fastestNanos = Long.MAX_VALUE;
    for (int i = 0; i < replies.size(); i++) {
      Call call = router.replied(this, replies.get(i));
      if (call != null) {
        ended++;
        fastestNanos = Math.min(fastestNanos, quietSinceNanos - call.sentNanos());
      }
      backoffNanos = FIRST_BACKOFF_NANOS; // Only now: a stream may end as soon as it is open.
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
      long pause = ThreadLocalRandom.current().nextLong(backoffNanos + 1);
      backoffNanos = Math.min(LAST_BACKOFF_NANOS, backoffNanos * 2);
      retryNanos = System.nanoTime() + pause;
      loop.after(pause, this::reconnect);
    }
    router.lost(this, why);
  }

  private void reconnect() {
    if (router.wants(this)) {
      connect();
    }
  }

  private void disconnect() {
    ManagedChannel old = channel;
    stream = null; // First: what it still says is not heard.
    channel = null;
    if (old != null) {
      old.shutdownNow();
    }
  }

  /** Gives a connection up that says nothing any more. */
  void restart() {
    if (stream != null && !closed) {
      ended("no answer");
    }
  }

  void close() {
    closed = true;
    disconnect();
  }

  /** One stream; deaf once another has taken its place. */
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
