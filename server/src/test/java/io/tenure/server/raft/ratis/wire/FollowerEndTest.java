package io.tenure.server.raft.ratis.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.netty.bootstrap.ServerBootstrap;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelInitializer;
import org.apache.ratis.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.ratis.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A leader's old connection and its new one, each read by a thread of its own, as after a pause.
 * The engine must not see two at once: it would lose count of those who append, and its node would
 * never run for leader again.
 */
@Timeout(60)
final class FollowerEndTest {
  private static final long SLOW = 1;

  private final EventLoopGroup accepting = new NioEventLoopGroup(1);
  private final EventLoopGroup reading = new NioEventLoopGroup(2);
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);
  private final Set<Long> appended = ConcurrentHashMap.newKeySet();
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final BlockingQueue<Throwable> fatal = new LinkedBlockingQueue<>();
  private volatile Supplier<CompletableFuture<?>> outcome = () -> null;
  private InetSocketAddress address;

  @BeforeEach
  void listen() {
    RaftServer engine =
        (RaftServer)
            Proxy.newProxyInstance(
                RaftServer.class.getClassLoader(),
                new Class<?>[] {RaftServer.class},
                (proxy, method, arguments) -> engine(method, arguments));
    LogGates gates = new LogGates(() -> engine);
    ChannelInitializer<Channel> ends =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel
                .pipeline()
                .addLast(
                    Frames.decoder(),
                    new FollowerEnd(engine, gates, (WireChannel) channel, fatal::add));
          }
        };
    Channel listening =
        new ServerBootstrap()
            .group(accepting, reading)
            .channelFactory(WireChannel.Acceptor::new)
            .childHandler(ends)
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
    address = (InetSocketAddress) listening.localAddress();
  }

  @AfterEach
  void stop() {
    written.countDown();
    var unusedAccepting = accepting.shutdownGracefully();
    var unusedReading = reading.shutdownGracefully();
  }

  /** Has every shard that it is asked for, and takes its time for one of the calls. */
  @SuppressWarnings("FutureReturnValueIgnored") // Whoever has called the engine gets it.
  private @Nullable Object engine(Method method, Object[] arguments) throws InterruptedException {
    if (!method.getName().equals("appendEntriesAsync")) {
      return null;
    }
    CompletableFuture<?> failure = outcome.get();
    if (failure != null) {
      return failure;
    }
    AppendEntriesRequestProto request = (AppendEntriesRequestProto) arguments[0];
    long callId = request.getServerRequest().getCallId();
    if (request.getEntriesCount() > 0) {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      if (callId == SLOW) {
        entered.countDown();
        written.await();
      }
      inside.decrementAndGet();
      appended.add(callId);
    }
    return CompletableFuture.completedFuture(
        AppendEntriesReplyProto.newBuilder().setTerm(callId).build());
  }

  @Test
  void entriesAreNotTakenThroughTwoConnectionsAtOnce() throws Exception {
    try (Socket old = connect();
        Socket next = connect();
        Socket last = connect()) {
      send(old, request(SLOW, "shard", 1));
      entered.await();

      send(next, request(2, "shard", 1));

      assertThat(answer(next))
          .isEqualTo("2 failed: the log is being changed through another connection");
      written.countDown();
      assertThat(answer(old)).isEqualTo("1");
      send(last, request(3, "shard", 1));
      assertThat(answer(last)).isEqualTo("3");
      assertThat(appended).containsExactlyInAnyOrder(SLOW, 3L);
      assertThat(most).hasValue(1);
    }
  }

  @Test
  void heartbeatsAndOtherShardsAreNotKeptWaiting() throws Exception {
    try (Socket old = connect();
        Socket next = connect()) {
      send(old, request(SLOW, "shard", 1));
      entered.await();

      send(next, request(2, "shard", 0));
      assertThat(answer(next)).isEqualTo("2");
      send(next, request(3, "other", 1));

      assertThat(answer(next)).isEqualTo("3");
    }
  }

  @Test
  void errorWhileEntriesAreAppendedEndsTheNode() throws Exception {
    Error error = new StackOverflowError();
    outcome = () -> CompletableFuture.failedFuture(error);
    try (Socket socket = connect()) {
      send(socket, request(2, "shard", 1));

      assertThat(fatal.take()).isSameAs(error);
      assertThat(answer(socket)).startsWith("2 failed");
    }
  }

  @Test
  void errorOfTheThreadThatReadsEndsTheNode() throws Exception {
    Error error = new StackOverflowError();
    outcome =
        () -> {
          throw error;
        };
    try (Socket socket = connect()) {
      send(socket, request(2, "shard", 1));

      assertThat(fatal.take()).isSameAs(error);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void exceptionWhileEntriesAreAppendedIsAnswered() throws Exception {
    outcome = () -> CompletableFuture.failedFuture(new IllegalStateException("for a test"));
    try (Socket socket = connect()) {
      send(socket, request(2, "shard", 1));

      assertThat(answer(socket)).isEqualTo("2 failed: for a test");
      assertThat(fatal).isEmpty();
    }
  }

  private Socket connect() throws IOException {
    return new Socket(address.getAddress(), address.getPort());
  }

  private static AppendEntriesRequestProto request(long callId, String shard, int entries) {
    ByteString id = ByteString.copyFromUtf8((shard + "-".repeat(16)).substring(0, 16));
    AppendEntriesRequestProto.Builder request =
        AppendEntriesRequestProto.newBuilder()
            .setServerRequest(
                RaftRpcRequestProto.newBuilder()
                    .setCallId(callId)
                    .setRaftGroupId(RaftGroupIdProto.newBuilder().setId(id)));
    for (int i = 0; i < entries; i++) {
      request.addEntries(LogEntryProto.newBuilder().setIndex(i));
    }
    return request.build();
  }

  private static void send(Socket socket, AppendEntriesRequestProto request) throws IOException {
    byte[] bytes = request.toByteArray();
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(bytes.length);
    out.write(bytes);
    out.flush();
  }

  /** The call that was answered; in words if it has failed. */
  private static String answer(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = in.readInt();
    if (in.readByte() == Frames.REPLY) {
      return Long.toString(AppendEntriesReplyProto.parseFrom(in.readNBytes(length - 1)).getTerm());
    }
    long callId = in.readLong();
    in.readByte();
    String text = new String(in.readNBytes(length - 10), StandardCharsets.UTF_8);
    return callId + " failed: " + text.substring(text.indexOf(": ") + 2);
  }
}
