package io.tenure.client.internal.connection;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.Shard;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.protocol.v1.WatchStarted;
import io.tenure.protocol.v1.Welcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client cannot reach the leader itself, so its watch goes through a node that forwards. */
@Timeout(120)
class ForwardingLinkTest {
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Names a leader at an address where nothing listens, and answers every watch as started. */
  private static final class Follower extends TenureGrpc.TenureImplBase implements AutoCloseable {
    private final AtomicInteger direct = new AtomicInteger();
    private final Server server;

    Follower(int port) throws IOException {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
              .addService(this)
              .build()
              .start();
    }

    int port() {
      return server.getPort();
    }

    @Override
    public StreamObserver<ClientFrame> connect(StreamObserver<ServerFrame> client) {
      return new StreamObserver<>() {
        private boolean isDirect;

        @Override
        public void onNext(ClientFrame frame) {
          if (frame.hasHello()) {
            isDirect = frame.getHello().getFollowsHints();
            direct.addAndGet(isDirect ? 1 : 0);
            client.onNext(ServerFrame.newBuilder().setWelcome(welcome()).build());
          }
          for (Request request : frame.getRequestsList()) {
            WatchReply started =
                WatchReply.newBuilder().setStarted(WatchStarted.getDefaultInstance()).build();
            Reply reply =
                Reply.newBuilder()
                    .setCorrelation(request.getCorrelation())
                    .setWatch(started)
                    .build();
            client.onNext(ServerFrame.newBuilder().addReplies(reply).build());
          }
        }

        @Override
        public void onError(Throwable why) {
          direct.addAndGet(isDirect ? -1 : 0);
        }

        @Override
        public void onCompleted() {
          direct.addAndGet(isDirect ? -1 : 0);
        }
      };
    }

    private static Welcome welcome() {
      Shard shard = Shard.newBuilder().setLeaderNode("n2").setLeaderAddress("127.0.0.1:1").build();
      return Welcome.newBuilder().setNode("n1").addShards(shard).build();
    }

    @Override
    public void close() throws InterruptedException {
      server.shutdownNow().awaitTermination();
    }
  }

  private static final class Watch extends Call {
    private final Semaphore started;

    Watch(Semaphore started) {
      super(0, Lane.WATCH, CallEffect.READS);
      this.started = started;
    }

    @Override
    protected void writeTo(Request.Builder request) {
      request.setWatch(WatchRequest.newBuilder().setKey("/a"));
    }

    @Override
    protected boolean onReply(Reply reply) {
      started.release();
      return false;
    }

    @Override
    protected void onFailure(Error error) {}
  }

  /** The client has no other connection then, and no answer is due. */
  @Test
  void watchIsAskedForAgainWhenTheOnlyConnectionHasEnded() throws Exception {
    Semaphore started = new Semaphore(0);
    Follower follower = new Follower(0);
    int port = follower.port();
    try (ClientLoop loop = new ClientLoop()) {
      Router router = new Router(loop, List.of(Endpoint.parse("127.0.0.1:" + port)), IDLE_NANOS);
      loop.execute(
          () ->
              router.whenShardsKnown(this, shards -> router.submit(new Watch(started)), () -> {}));
      started.acquire();
      while (follower.direct.get() > 0) {
        TimeUnit.MILLISECONDS.sleep(5);
      }

      follower.close();
      follower = new Follower(port);

      started.acquire();
      loop.execute(router::close);
    } finally {
      follower.close();
    }
  }
}
