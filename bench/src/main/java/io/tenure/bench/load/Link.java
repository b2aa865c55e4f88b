package io.tenure.bench.load;

import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lane's way to one server: one Connect stream, opened again whenever it ends. What is queued
 * goes out in one frame as soon as the thread has handled everything that it has read.
 */
final class Link {
  private static final int MAX_REQUESTS_PER_FRAME = 1_000;
  private static final long FIRST_BACKOFF_MILLIS = 15;
  private static final long LAST_BACKOFF_MILLIS = 200;

  final Server server;
  final ManagedChannel channel;
  private final Lane lane;
  private final Loop loop;
  private final ArrayDeque<Call> queue = new ArrayDeque<>();
  private @Nullable Stream stream;
  private @Nullable Request probe;
  private boolean flushIsDue;
  private boolean closed;
  private long backoffMillis = FIRST_BACKOFF_MILLIS;

  /** Whether the server has said Welcome on the stream that is open now. */
  boolean welcomed;

  /** What the server calls itself; empty until it was heard. */
  String node = "";

  /** Whether, by what it said last, the server leads. */
  boolean claimsToLead;

  long lastHeardNanos;

  Link(Lane lane, Loop loop, Server server) {
    this.lane = lane;
    this.loop = loop;
    this.server = server;
    this.channel = loop.channel(server);
  }

  void connect() {
    if (closed) {
      return;
    }
    // Without this the channel would wait for seconds before it tries again.
    channel.resetConnectBackoff();
    Stream opened = new Stream();
    stream = opened;
    TenureGrpc.newStub(channel).connect(opened);
    Hello hello = Hello.newBuilder().setFollowsHints(lane.followsHints()).build();
    opened.send(ClientFrame.newBuilder().setHello(hello).build());
  }

  void enqueue(Call call) {
    queue.add(call);
    flushSoon();
  }

  /** Asks something harmless that only a leader answers. */
  void probe(Request request) {
    if (probe == null) {
      probe = request;
      flushSoon();
    }
  }

  /** Forgets what was queued and has not gone out. */
  void drop() {
    queue.clear();
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
    while (to != null && to.isReady() && (probe != null || !queue.isEmpty())) {
      ClientFrame.Builder frame = ClientFrame.newBuilder();
      if (probe != null) {
        frame.addRequests(probe);
        probe = null;
      }
      while (frame.getRequestsCount() < MAX_REQUESTS_PER_FRAME && !queue.isEmpty()) {
        Call call = queue.remove();
        Request.Builder request = Request.newBuilder().setCorrelation(call.correlation);
        call.describe(request);
        frame.addRequests(request.build());
      }
      to.send(frame.build());
    }
  }

  private void received(ServerFrame frame) {
    long now = System.nanoTime();
    lastHeardNanos = now;
    backoffMillis = FIRST_BACKOFF_MILLIS;
    if (frame.hasWelcome()) {
      welcomed = true;
      lane.heard(this, frame.getWelcome());
    }
    List<Reply> replies = frame.getRepliesList();
    for (int i = 0; i < replies.size(); i++) {
      lane.replied(this, replies.get(i), now);
    }
  }

  private void ended() {
    stream = null;
    welcomed = false;
    claimsToLead = false;
    probe = null;
    drop();
    lane.lost(this);
    if (!closed) {
      loop.after(backoffMillis, this::connect);
      backoffMillis = Math.min(LAST_BACKOFF_MILLIS, backoffMillis * 3 / 2);
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
        try {
          received(frame);
        } catch (RuntimeException e) {
          loop.fail(e);
        }
      }
    }

    @Override
    public void onError(Throwable cause) {
      onCompleted();
    }

    @Override
    public void onCompleted() {
      if (stream == this) {
        ended();
      }
    }
  }
}
