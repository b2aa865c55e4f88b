package io.tenure.server.raft.ratis.wire;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.io.grpc.netty.GrpcHttp2ConnectionHandler;
import org.apache.ratis.thirdparty.io.grpc.netty.InternalProtocolNegotiator;
import org.apache.ratis.thirdparty.io.grpc.netty.InternalProtocolNegotiators;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandler;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelPipeline;
import org.apache.ratis.thirdparty.io.netty.handler.codec.ByteToMessageDecoder;
import org.apache.ratis.thirdparty.io.netty.handler.timeout.ReadTimeoutHandler;
import org.apache.ratis.thirdparty.io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** Lets the engine's port take both gRPC and the connections of this package. */
public final class PortSharing implements InternalProtocolNegotiator.ProtocolNegotiator {
  private static final long GREETING_SECONDS = 20;

  /** A leader is heard several times a second. */
  private static final long SILENCE_SECONDS = 60;

  private static final long KEEP_ALIVE_SECONDS = 1;

  /** Ours is the limit of that time; gRPC's would also end connections that it never sees. */
  private static final long NO_LIMIT_DAYS = 3650;

  private final InternalProtocolNegotiator.ProtocolNegotiator grpc =
      InternalProtocolNegotiators.serverPlaintext();

  /** Null if there is no engine to take entries. */
  private final @Nullable Entries entries;

  private PortSharing(@Nullable Entries entries) {
    this.entries = entries;
  }

  /** Where entries go. */
  private record Entries(
      Supplier<RaftServer> server, LogGates logGates, Consumer<Throwable> fatal) {}

  /**
   * Has it share its port.
   *
   * @param server asked when the first connection is there
   * @param fatal receives errors that entries meet; must end the node
   */
  public static NettyServerBuilder share(
      NettyServerBuilder builder, Supplier<RaftServer> server, Consumer<Throwable> fatal) {
    LogGates logGates = new LogGates(server);
    return listening(builder, new PortSharing(new Entries(server, logGates, fatal)))
        .intercept(logGates)
        .intercept(new DurableVotes(server));
  }

  /**
   * For a port on which the engine does not listen yet: a connection for entries is closed, and its
   * leader tries again later.
   */
  public static NettyServerBuilder withoutEngine(NettyServerBuilder builder) {
    return listening(builder, new PortSharing(null));
  }

  /** Nodes send keep-alive pings on connections without calls, which gRPC refuses by default. */
  private static NettyServerBuilder listening(NettyServerBuilder builder, PortSharing sharing) {
    return builder
        .bossEventLoopGroup(WireThreads.GROUP)
        .workerEventLoopGroup(WireThreads.GROUP)
        .channelFactory(WireChannel.Acceptor::new)
        .handshakeTimeout(NO_LIMIT_DAYS, TimeUnit.DAYS)
        .permitKeepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true)
        .protocolNegotiator(sharing);
  }

  @Override
  public AsciiString scheme() {
    return grpc.scheme();
  }

  @Override
  public ChannelHandler newHandler(GrpcHttp2ConnectionHandler handler) {
    return new Doorkeeper(handler);
  }

  @Override
  public void close() {
    grpc.close();
  }

  /** Looks at how a connection begins and hands it to whom it is for. */
  private final class Doorkeeper extends ByteToMessageDecoder {
    private final GrpcHttp2ConnectionHandler handler;

    /** What gRPC says at the start, for its own handler. */
    private @Nullable Object start;

    private boolean decided;

    Doorkeeper(GrpcHttp2ConnectionHandler handler) {
      this.handler = handler;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      var unused = ctx.executor().schedule(() -> tooLate(ctx), GREETING_SECONDS, TimeUnit.SECONDS);
    }

    private void tooLate(ChannelHandlerContext ctx) {
      if (!decided) {
        var unused = ctx.close();
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      start = event;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
      int there = Math.min(in.readableBytes(), Frames.GREETING.length);
      for (int i = 0; i < there; i++) {
        if (in.getByte(in.readerIndex() + i) != Frames.GREETING[i]) {
          leaveToGrpc(ctx);
          return;
        }
      }
      if (there == Frames.GREETING.length) {
        in.skipBytes(there);
        if (entries == null) {
          decided = true;
          var unused = ctx.close();
        } else {
          take(ctx, entries);
        }
      }
    }

    /** What was read goes on to whoever is in the place of this. */
    private void leaveToGrpc(ChannelHandlerContext ctx) {
      decided = true;
      ChannelPipeline pipeline = ctx.pipeline();
      pipeline.replace(this, null, grpc.newHandler(handler));
      if (start != null) {
        pipeline.fireUserEventTriggered(start);
      }
    }

    private void take(ChannelHandlerContext ctx, Entries taker) {
      decided = true;
      ChannelPipeline pipeline = ctx.pipeline();
      while (pipeline.last() != this) {
        pipeline.removeLast();
      }
      WireChannel channel = (WireChannel) ctx.channel();
      channel.send(Frames.greeting());
      pipeline.addLast(
          new ReadTimeoutHandler(SILENCE_SECONDS, TimeUnit.SECONDS),
          Frames.decoder(),
          new FollowerEnd(taker.server().get(), taker.logGates(), channel, taker.fatal()));
      pipeline.remove(this);
    }
  }
}
