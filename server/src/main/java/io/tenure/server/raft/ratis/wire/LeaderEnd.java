package io.tenure.server.raft.ratis.wire;

import io.tenure.raft.HostAndPort;
import io.tenure.server.thread.NodeThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.thirdparty.io.grpc.ClientCall;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.StatusRuntimeException;
import org.apache.ratis.thirdparty.io.netty.bootstrap.Bootstrap;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelFuture;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelOption;
import org.apache.ratis.thirdparty.io.netty.handler.codec.ByteToMessageDecoder;
import org.apache.ratis.thirdparty.io.netty.handler.codec.DecoderException;
import org.apache.ratis.thirdparty.io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine takes for a gRPC stream of entries to one follower, on a connection of its own.
 * The engine bounds how much is under way, so it is always ready for more. Its listener hears
 * everything on the network's thread.
 */
final class LeaderEnd extends ClientCall<AppendEntriesRequestProto, AppendEntriesReplyProto> {
  private static final Logger log = LoggerFactory.getLogger(LeaderEnd.class);

  private static final int CONNECT_MILLIS = 2_000;

  /**
   * After that long without any of the answers that are due, the connection is given up when there
   * is more to send. One that was cut may not notice for minutes that it works again.
   */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Nobody uses one that long without a message: the engine forgets some without closing them. */
  private static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final HostAndPort address;
  private final Runnable notOurs;

  /** Guards what follows. */
  private final ReentrantLock lock = new ReentrantLock();

  /** What came before the connection was there. */
  private final Queue<AppendEntriesRequestProto> early = new ArrayDeque<>();

  private @Nullable WireChannel channel;
  private boolean over;
  private boolean forgotten;
  private int unanswered;
  private long heardNanos;
  private long sentNanos = System.nanoTime();

  // On the network's thread, once it is started.
  private @Nullable Listener<AppendEntriesReplyProto> listener;
  private Status end = Status.UNAVAILABLE.withDescription("the connection is closed");
  private Metadata endDetails = new Metadata();

  /**
   * Not connected yet.
   *
   * @param notOurs called if whoever listens there does not speak this
   */
  LeaderEnd(HostAndPort address, Runnable notOurs) {
    this.address = address;
    this.notOurs = notOurs;
  }

  @Override
  public void start(Listener<AppendEntriesReplyProto> hearer, Metadata headers) {
    listener = hearer;
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(address.host());
    if (literal != null) {
      connect();
    } else {
      // Names are looked up by whoever connects, and that may take seconds.
      WireThreads.NAMES.execute(this::connect);
    }
  }

  private void connect() {
    ChannelFuture connecting =
        new Bootstrap()
            .group(WireThreads.GROUP)
            .channelFactory(WireChannel::new)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .handler(new Greeted())
            .connect(new InetSocketAddress(address.host(), address.port()));
    var unused = connecting.addListener(done -> attempt(() -> connected(connecting)));
  }

  /** For a listener of a future, which would keep to itself what is thrown. */
  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error thrown) {
      report(thrown);
      throw thrown;
    }
  }

  private void connected(ChannelFuture connecting) {
    Throwable failure = connecting.cause();
    if (failure != null) {
      ended(Status.UNAVAILABLE.withCause(failure).withDescription(failure.getMessage()));
      return;
    }
    WireChannel open = (WireChannel) connecting.channel();
    Future<?> looking =
        open.eventLoop()
            .scheduleWithFixedDelay(
                this::closeIfForgotten, FORGOTTEN_NANOS, FORGOTTEN_NANOS, TimeUnit.NANOSECONDS);
    var unused =
        open.closeFuture()
            .addListener(
                done -> {
                  looking.cancel(false);
                  attempt(this::closed);
                });
    open.send(Frames.greeting());
    lock.lock();
    try {
      channel = open;
      if (over) {
        close(open);
      }
      early.forEach(this::send);
      early.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody is told, or else the engine would take it for the end of the one that it uses. */
  private void closeIfForgotten() {
    lock.lock();
    try {
      if (channel != null && System.nanoTime() - sentNanos > FORGOTTEN_NANOS) {
        forgotten = true;
        close(channel);
      }
    } finally {
      lock.unlock();
    }
  }

  private void closed() {
    boolean told;
    lock.lock();
    try {
      told = !forgotten;
    } finally {
      lock.unlock();
    }
    if (told) {
      ended(end);
    }
  }

  private void ended(Status status) {
    Listener<AppendEntriesReplyProto> hearer = listener;
    listener = null;
    if (hearer != null) {
      hearer.onClose(status, endDetails);
    }
  }

  @Override
  public void sendMessage(AppendEntriesRequestProto message) {
    lock.lock();
    try {
      if (channel == null) {
        early.add(message);
      } else if (forgotten) {
        channel.eventLoop().execute(() -> ended(end)); // It was not: this process stood still.
      } else {
        send(message);
      }
    } finally {
      lock.unlock();
    }
  }

  /** With the lock held. */
  private void send(AppendEntriesRequestProto message) {
    long now = System.nanoTime();
    if (unanswered == 0) {
      heardNanos = now;
    }
    unanswered++;
    sentNanos = now;
    if (channel != null) {
      channel.send(Frames.request(message));
      if (now - heardNanos > SILENCE_NANOS) {
        close(channel);
      }
    }
  }

  private void answered() {
    lock.lock();
    try {
      unanswered--;
      heardNanos = System.nanoTime();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void request(int messages) {} // It takes what comes: no more than it has asked for.

  @Override
  public void halfClose() {
    cancel("there are no more entries", null);
  }

  @Override
  public void cancel(@Nullable String message, @Nullable Throwable cause) {
    lock.lock();
    try {
      over = true;
      early.clear();
      if (channel != null) {
        close(channel);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void close(Channel closing) {
    var unused = closing.close();
  }

  /**
   * The engine connects again and meets the same error, while the node looks alive: so an error
   * ends the node.
   */
  private void broken(Channel connection, Throwable cause) {
    report(cause);
    end = Status.UNAVAILABLE.withCause(cause).withDescription(String.valueOf(cause.getMessage()));
    close(connection);
  }

  private void report(Throwable cause) {
    if (cause instanceof Error error) {
      NodeThreads.report(error);
    } else if (!(cause instanceof IOException || cause instanceof DecoderException)) {
      log.error("internal error on the connection to {}", address, cause);
    }
  }

  /** Waits for the greeting to come back, and then for replies. */
  private final class Greeted extends ByteToMessageDecoder {
    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
      if (in.readableBytes() < Frames.GREETING.length) {
        return;
      }
      byte[] greeting = new byte[Frames.GREETING.length];
      in.readBytes(greeting);
      if (!Arrays.equals(greeting, Frames.GREETING)) {
        notOurs.run();
        in.skipBytes(in.readableBytes());
        close(ctx.channel());
        return;
      }
      ctx.pipeline().addLast(Frames.decoder(), new Replies());
      ctx.pipeline().remove(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      broken(ctx.channel(), cause);
    }
  }

  private final class Replies extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
      ByteBuf frame = (ByteBuf) message;
      try {
        if (frame.readByte() == Frames.REPLY) {
          answered();
          AppendEntriesReplyProto reply = AppendEntriesReplyProto.parseFrom(frame.nioBuffer());
          if (listener != null) {
            listener.onMessage(reply);
          }
        } else {
          failed(frame);
          close(ctx.channel());
        }
      } finally {
        frame.release();
      }
    }

    /** In the engine's own words, so that it knows which request it was. */
    private void failed(ByteBuf frame) {
      long callId = frame.readLong();
      boolean heartbeat = frame.readByte() == 1;
      String text = frame.toString(StandardCharsets.UTF_8);
      StatusRuntimeException failure =
          GrpcUtil.wrapException(new IOException(text), callId, heartbeat);
      end = failure.getStatus();
      Metadata details = failure.getTrailers();
      if (details != null) {
        endDetails = details;
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      broken(ctx.channel(), cause);
    }
  }
}
