package io.tenure.server.transport;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the open connections, and closes those that say nothing. Sits in front of what accepts
 * connections, so that one too many costs an accept and a close.
 */
@ChannelHandler.Sharable
public final class ConnectionGate extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(ConnectionGate.class);

  private final int most;
  private final long silenceMillis;
  private final AtomicInteger open = new AtomicInteger();
  private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean refusing;
  private volatile boolean broken;

  public ConnectionGate(int most, long silenceMillis) {
    this.most = most;
    this.silenceMillis = silenceMillis;
  }

  public int open() {
    return open.get();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    if (!(accepted instanceof Channel connection)) {
      context.fireChannelRead(accepted);
      return;
    }
    if (broken) {
      connection.unsafe().closeForcibly();
      return;
    }
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      connection.unsafe().closeForcibly();
      if (!refusing) {
        refusing = true;
        log.warn("connections: {} (expected: at most {}); more are refused", most, most);
      }
      return;
    }
    refusing = false;
    connections.add(connection);
    var unused = connection.closeFuture().addListener(closed -> left(connection));
    connection.pipeline().addLast(new Silence());
    context.fireChannelRead(accepted);
  }

  private void left(Channel connection) {
    connections.remove(connection);
    open.decrementAndGet();
  }

  /** Closes the connection of a client without waiting for what is under way. Any thread. */
  public void close(SocketAddress client) {
    for (Channel each : connections) {
      if (client.equals(each.remoteAddress())) {
        each.eventLoop().execute(() -> each.unsafe().close(each.voidPromise()));
      }
    }
  }

  /** Closes the sockets without any protocol, and accepts no connection any more. */
  public void breakAll() {
    broken = true;
    List<Channel> breaking = connections.stream().filter(Channel::isRegistered).toList();
    breaking.forEach(
        each -> each.eventLoop().execute(() -> each.unsafe().close(each.voidPromise())));
    breaking.forEach(each -> each.closeFuture().awaitUninterruptibly(1, TimeUnit.SECONDS));
  }

  /** Closes a connection whose first byte does not come. */
  private final class Silence extends ChannelInboundHandlerAdapter {
    private @Nullable ScheduledFuture<?> end;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      end = context.executor().schedule(() -> close(context), silenceMillis, TimeUnit.MILLISECONDS);
      context.fireChannelActive();
    }

    private static void close(ChannelHandlerContext context) {
      var unused = context.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object first) {
      leave(context);
      context.fireChannelRead(first);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      leave(context);
      context.fireChannelInactive();
    }

    private void leave(ChannelHandlerContext context) {
      if (end != null) {
        end.cancel(false);
      }
      context.pipeline().remove(this);
    }
  }
}
