package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Events;
import io.tenure.protocol.v1.Hello;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Connect stream as a test sees it: sends frames, takes replies one after the other. */
public final class StreamClient {
  private final BlockingQueue<ServerFrame> frames = new LinkedBlockingQueue<>();
  private final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();
  private final List<Reply> unread = new ArrayList<>();
  private final ClientCallStreamObserver<ClientFrame> out;
  private final boolean followsHints;
  private boolean greeted;
  private long lastCorrelation;

  StreamClient(Channel channel, boolean followsHints) {
    this(channel, followsHints, true);
  }

  /** A client that does not read takes only what the test asks for with {@link #read}. */
  StreamClient(Channel channel, boolean followsHints, boolean reads) {
    this.followsHints = followsHints;
    TenureGrpc.TenureStub stub = TenureGrpc.newStub(channel);
    out =
        (ClientCallStreamObserver<ClientFrame>)
            stub.connect(
                new ClientResponseObserver<ClientFrame, ServerFrame>() {
                  @Override
                  public void beforeStart(ClientCallStreamObserver<ClientFrame> call) {
                    if (!reads) {
                      call.disableAutoRequestWithInitial(0);
                    }
                  }

                  @Override
                  public void onNext(ServerFrame frame) {
                    frames.add(frame);
                  }

                  @Override
                  public void onError(Throwable thrown) {
                    end.complete(thrown);
                  }

                  @Override
                  public void onCompleted() {
                    end.complete(null);
                  }
                });
  }

  void read(int count) {
    out.request(count);
  }

  /** Sends requests in one frame under fresh correlations and returns the first of these. */
  public long send(Request.Builder... requests) {
    long first = lastCorrelation + 1;
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (Request.Builder request : requests) {
      frame.addRequests(request.setCorrelation(++lastCorrelation));
    }
    send(frame);
    return first;
  }

  public void send(ClientFrame.Builder frame) {
    if (!greeted) {
      frame.setHello(Hello.newBuilder().setFollowsHints(followsHints));
      greeted = true;
    }
    out.onNext(frame.build());
  }

  public void halfClose() {
    out.onCompleted();
  }

  void cancel() {
    out.cancel("the test ends it", null);
  }

  public ServerFrame frame() {
    try {
      ServerFrame frame = frames.poll(20, TimeUnit.SECONDS);
      assertThat(frame).as("a frame").isNotNull();
      return frame;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  int unreadFrames() {
    return frames.size();
  }

  /** The next reply to this request. */
  public Reply reply(long correlation) {
    while (true) {
      for (Reply reply : unread) {
        if (reply.getCorrelation() == correlation) {
          unread.remove(reply);
          return reply;
        }
      }
      unread.addAll(frame().getRepliesList());
    }
  }

  /** The next events of a watch, without the progress before them. */
  Events events(long watch) {
    Reply reply = reply(watch);
    while (reply.getWatch().hasProgress()) {
      reply = reply(watch);
    }
    return reply.getWatch().getEvents();
  }

  public Reply call(Request.Builder request) {
    return reply(send(request));
  }

  boolean isOver() {
    return end.isDone();
  }

  /** How the stream ended: null if in good order. */
  @Nullable
  public Throwable end() {
    return end.orTimeout(20, TimeUnit.SECONDS).join();
  }
}
