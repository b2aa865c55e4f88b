package io.tenure.client.connection;

import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one server: one Connect stream, opened again whenever it ends. What is queued goes out
 * in one frame as soon as the thread has handled everything that it has read.
 */
final class Link {
  private static final Logger log = LoggerFactory.getLogger(Link.class);

  private static final int MAX_REQUESTS_PER_FRAME = 1_000;

  /**
   * Where a frame is full. No request is larger than 16 KiB, and no server may be told to take less
   * than 64 KiB.
   */
  private static final int FULL_FRAME_BYTES = 32 << 10;

  /**
   * A server takes 4,096 requests of one connection; beyond that it refuses. The rest is left to
   * those that are urgent.
   */
  private static final int MAX_IN_FLIGHT = 3_500;

  private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LAST_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);

  final Endpoint endpoint;

  /** What the server calls itself; empty until it was heard. */
  String node = "";

  /** What the server has said on the stream that is open now; null before that. */
  @Nullable Welcome welcome;

  /** When something was last heard, or first waited for. */
  long quietSinceNanos;

  /** When it was last of use. */
  long usedNanos;

  private final Router router;
  private final Loop loop;
  private final ManagedChannel channel;
  private final ArrayDeque<Call> urgent = new ArrayDeque<>();
  private final ArrayDeque<Call> queue = new ArrayDeque<>();
  private @Nullable Stream stream;
  private int inFlight;
  private int unanswered;
  private boolean flushIsDue;
  private boolean closed;
  private long backoffNanos = FIRST_BACKOFF_NANOS;
  private long retryNanos = System.nanoTime();

  Link(Router router, Loop loop, Endpoint endpoint) {
    this.router = router;
    this.loop = loop;
    this.endpoint = endpoint;
    this.channel = loop.channel(endpoint);
    this.usedNanos = System.nanoTime();
  }

  /** Opens the stream, unless it is open or it is too early to try again. */
  void connect() {
    if (closed || stream != null || System.nanoTime() - retryNanos < 0) {
      return;
    }
    // Without this the channel would wait for seconds before it tries again.
    channel.resetConnectBackoff();
    Stream opened = new Stream();
    stream = opened;
    TenureGrpc.newStub(channel).connect(opened);
    opened.send(
        ClientFrame.newBuilder().setHello(Hello.newBuilder().setFollowsHints(true)).build());
  }

  /** Whether, by what it said last, the server leads the shard. */
  boolean claims(int shard) {
    Welcome said = welcome;
    return said != null
        && shard < said.getShardsCount()
        && !said.getNode().isEmpty()
        && said.getShards(shard).getLeaderNode().equals(said.getNode());
  }

  void enqueue(Call call) {
    (call.isUrgent() ? urgent : queue).add(call);
    flushSoon();
  }

  /** A call that was sent here is over, or goes elsewhere. */
  void done(Call call) {
    answered(call);
    if (call.inFlight) {
      call.inFlight = false;
      inFlight--;
      if (!queue.isEmpty()) {
        flushSoon();
      }
    }
  }

  /** The first sign that a call has arrived. */
  void answered(Call call) {
    if (call.unanswered) {
      call.unanswered = false;
      unanswered--;
    }
  }

  /** Forgets what was queued and has not gone out. */
  void drop() {
    queue.clear();
    urgent.clear();
  }

  /** For how long it has owed an answer; 0 if it owes none. */
  long overdueNanos(long nowNanos) {
    return unanswered == 0 ? 0 : nowNanos - quietSinceNanos;
  }

  boolean isIdle() {
    return inFlight == 0 && queue.isEmpty() && urgent.isEmpty();
  }

  private void flushSoon() {
    if (!flushIsDue) {
      flushIsDue = true;
      loop.later(this::flush);
    }
  }

  private void flush() {
    flushIsDue = false;
    Stream to = stream;
    while (to != null && to.isReady() && hasNext()) {
      long now = System.nanoTime();
      if (unanswered == 0) {
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
    return !urgent.isEmpty() || (!queue.isEmpty() && inFlight < MAX_IN_FLIGHT);
  }

  private ClientFrame nextFrame(long now) {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    int bytes = 0;
    while (frame.getRequestsCount() < MAX_REQUESTS_PER_FRAME
        && bytes < FULL_FRAME_BYTES
        && hasNext()) {
      Call call = urgent.isEmpty() ? queue.remove() : urgent.remove();
      if (call.over || call.sentOn != this) {
        continue;
      }
      Request.Builder request = Request.newBuilder().setCorrelation(call.correlation);
      call.describe(request);
      call.sending(now);
      inFlight++;
      unanswered++;
      Request built = request.build();
      bytes += built.getSerializedSize();
      frame.addRequests(built);
    }
    return frame.build();
  }

  private void received(ServerFrame frame) {
    quietSinceNanos = System.nanoTime();
    backoffNanos = FIRST_BACKOFF_NANOS;
    if (frame.hasWelcome()) {
      welcome = frame.getWelcome();
      node = welcome.getNode();
      router.heard(this, welcome);
    }
    List<Reply> replies = frame.getRepliesList();
    for (int i = 0; i < replies.size(); i++) {
      router.replied(this, replies.get(i));
    }
  }

  private void ended(String why) {
    log.debug("connection to {} ended: {}", endpoint, why);
    stream = null;
    welcome = null;
    inFlight = 0;
    unanswered = 0;
    drop();
    router.lost(this, why);
    if (!closed) {
      long pause = ThreadLocalRandom.current().nextLong(backoffNanos + 1);
      backoffNanos = Math.min(LAST_BACKOFF_NANOS, backoffNanos * 2);
      retryNanos = System.nanoTime() + pause;
      loop.after(pause, this::reconnect);
    }
  }

  private void reconnect() {
    if (router.wants(this)) {
      connect();
    }
  }

  void close() {
    closed = true;
    channel.shutdownNow();
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
