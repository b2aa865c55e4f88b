package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Events;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A Connect stream: sends frames, and collects the replies by correlation. */
final class TestClient implements AutoCloseable {
  private final ClientCallStreamObserver<ClientFrame> out;
  private final boolean followsHints;
  private final CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();

  private @Nullable ManagedChannel ownChannel;

  // Under the lock of this: the transport's threads add, the test takes.
  private final Map<Long, Deque<Reply>> replies = new HashMap<>();
  private @Nullable Welcome welcome;

  // For the test's thread alone.
  private boolean greeted;
  private long lastCorrelation;

  /** What was waited for will not come. */
  static final class StreamEnded extends AssertionError {
    StreamEnded(String what, @Nullable Throwable cause) {
      super("waiting for " + what + ", but the stream ended", cause);
    }
  }

  private TestClient(Channel channel, boolean followsHints, boolean reads) {
    this.followsHints = followsHints;
    Inbound inbound = new Inbound(reads);
    out =
        (ClientCallStreamObserver<ClientFrame>)
            TenureGrpc.newStub(channel).withMaxInboundMessageSize(16 << 20).connect(inbound);
  }

  /** A client for which the node takes requests to the leader. */
  static TestClient of(TestNode node) {
    return new TestClient(node.channel(), false, true);
  }

  static TestClient of(Channel channel) {
    return new TestClient(channel, false, true);
  }

  /** With a connection of its own. */
  static TestClient at(String address) {
    ManagedChannel own = NettyChannelBuilder.forTarget(address).usePlaintext().build();
    TestClient client = of(own);
    client.ownChannel = own;
    return client;
  }

  /** A client that goes to the leader itself. */
  static TestClient thatFollowsHints(TestNode node) {
    return new TestClient(node.channel(), true, true);
  }

  /** Takes frames only when told to with {@link #read}. */
  static TestClient thatDoesNotRead(TestNode node) {
    ManagedChannel own = NettyChannelBuilder.forTarget(node.address()).usePlaintext().build();
    TestClient client = new TestClient(own, false, false);
    client.ownChannel = own;
    return client;
  }

  /** Sends requests in one frame under fresh correlations and returns the first of these. */
  long send(Request.Builder... requests) {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    long first = lastCorrelation + 1;
    for (Request.Builder request : requests) {
      frame.addRequests(request.setCorrelation(++lastCorrelation));
    }
    send(frame);
    return first;
  }

  /** Sends a frame as it is, but for the greeting in the first one. */
  void send(ClientFrame.Builder frame) {
    if (!greeted) {
      greeted = true;
      frame.setHello(Hello.newBuilder().setFollowsHints(followsHints));
    }
    out.onNext(frame.build());
  }

  Reply call(Request.Builder request) {
    return reply(send(request));
  }

  /** The error that a request must be answered with. */
  Error refused(Request.Builder request) {
    Reply reply = call(request);
    assertThat(reply.hasError()).as("an error in %s", reply).isTrue();
    return reply.getError();
  }

  /** The next reply with this correlation. */
  Reply reply(long correlation) {
    return await(
        "a reply to " + correlation,
        () -> {
          Deque<Reply> waiting = replies.get(correlation);
          return waiting == null ? null : waiting.poll();
        });
  }

  /** The next events of a watch, without the progress before them. */
  Events events(long watch) {
    Reply reply = reply(watch);
    while (reply.getWatch().hasProgress()) {
      reply = reply(watch);
    }
    return reply.getWatch().getEvents();
  }

  /** Whether a reply has arrived that was not taken yet. */
  synchronized boolean hasReply(long correlation) {
    Deque<Reply> waiting = replies.get(correlation);
    return waiting != null && !waiting.isEmpty();
  }

  /** The newest welcome, when it is as wanted. */
  @CanIgnoreReturnValue
  Welcome welcome(Predicate<Welcome> wanted) {
    return await("such a welcome", () -> welcome != null && wanted.test(welcome) ? welcome : null);
  }

  /** How the stream ended: empty if in good order. */
  Optional<Throwable> end() {
    return end.copy().orTimeout(Await.PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private synchronized <T> T await(String what, Supplier<@Nullable T> taken) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Await.PATIENCE_SECONDS);
    T found = taken.get();
    while (found == null) {
      if (end.isDone()) {
        throw new StreamEnded(what, end.join().orElse(null));
      }
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      assertThat(left).as("time to wait for %s", what).isPositive();
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      found = taken.get();
    }
    return found;
  }

  void read(int frames) {
    out.request(frames);
  }

  /** As when the connection breaks. */
  @Override
  public void close() {
    out.cancel("the test ends it", null);
    if (ownChannel != null) {
      ownChannel.shutdownNow();
    }
  }

  /** On threads of the transport. */
  private final class Inbound implements ClientResponseObserver<ClientFrame, ServerFrame> {
    private final boolean reads;

    Inbound(boolean reads) {
      this.reads = reads;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<ClientFrame> call) {
      if (!reads) {
        call.disableAutoRequestWithInitial(0);
      }
    }

    @Override
    public void onNext(ServerFrame frame) {
      synchronized (TestClient.this) {
        if (frame.hasWelcome()) {
          welcome = frame.getWelcome();
        }
        for (Reply reply : frame.getRepliesList()) {
          replies.computeIfAbsent(reply.getCorrelation(), c -> new ArrayDeque<>()).add(reply);
        }
        TestClient.this.notifyAll();
      }
    }

    @Override
    public void onError(Throwable thrown) {
      ended(Optional.of(thrown));
    }

    @Override
    public void onCompleted() {
      ended(Optional.empty());
    }

    private void ended(Optional<Throwable> how) {
      synchronized (TestClient.this) {
        end.complete(how);
        TestClient.this.notifyAll();
      }
    }
  }
}
