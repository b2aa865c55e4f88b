package io.tenure.server.transport;

import io.grpc.netty.shaded.io.netty.buffer.AbstractByteBufAllocator;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledDirectByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledUnsafeDirectByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.internal.CleanableDirectBuffer;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory outside the heap that the connections of clients take: for parts of messages, messages
 * that nobody has asked for yet, and replies that are not sent yet. A client decides how much that
 * is: with thousands of calls on one connection, each with most of a message, it would take all
 * there is, and other connections, or the node, would end for want of it.
 *
 * <p>So each connection has an allocator of its own, which knows what it has given away and not got
 * back. Beyond a limit for all of them, those connections are closed that have the most. A client
 * that waits for its answers has next to nothing. Counting the bytes that a client has sent would
 * not do: one byte of a message that is not complete keeps the whole buffer that it was read into.
 * The memory itself comes from gRPC's pool: a buffer of the JVM for each read and write costs a
 * fifth of the throughput with 256 workers.
 *
 * <p>This is a handler of the channel that accepts connections. Any thread.
 */
@ChannelHandler.Sharable
public final class ConnectionMemory extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(ConnectionMemory.class);

  /** The rest is for calls to other nodes, and for buffers of threads. */
  private static final int PART_OF_DIRECT_MEMORY = 2;

  /** When connections are closed, until this part of the limit is free. */
  private static final int FREED_PART = 4;

  /** All connections are looked at after this part of the limit was given away. */
  private static final int LOOK_PART = 32;

  private final long mostBytes;
  private final Consumer<Throwable> fatal;
  private final Set<Account> accounts = ConcurrentHashMap.newKeySet();

  /** Bytes that were given away since the last look. */
  private final AtomicLong sinceLook = new AtomicLong();

  private final AtomicBoolean looking = new AtomicBoolean();

  /**
   * No connection is there yet.
   *
   * @param fatal receives errors of connections; must end the node
   */
  ConnectionMemory(long mostBytes, Consumer<Throwable> fatal) {
    this.mostBytes = mostBytes;
    this.fatal = fatal;
  }

  /** What there may be in this JVM, see {@code -XX:MaxDirectMemorySize}. */
  static long limit() {
    long direct = PlatformDependent.maxDirectMemory();
    return (direct > 0 ? direct : Runtime.getRuntime().maxMemory()) / PART_OF_DIRECT_MEMORY;
  }

  /** Of all connections. */
  long bytes() {
    long bytes = 0;
    for (Account each : accounts) {
      bytes += each.bytes();
    }
    return bytes;
  }

  private void taken(long bytes) {
    if (sinceLook.addAndGet(bytes) > mostBytes / LOOK_PART && looking.compareAndSet(false, true)) {
      sinceLook.set(0);
      try {
        look();
      } finally {
        looking.set(false);
      }
    }
  }

  private record Rank(Account account, long bytes) {}

  /** Those that are being closed need a moment to give their memory back. */
  private void look() {
    long left = 0;
    List<Rank> ranks = new ArrayList<>();
    for (Account each : accounts) {
      if (!each.closing) {
        ranks.add(new Rank(each, each.bytes()));
        left += each.bytes();
      }
    }
    if (left <= mostBytes) {
      return;
    }
    ranks.sort(Comparator.comparingLong(Rank::bytes).reversed());
    for (Rank each : ranks) {
      if (left <= mostBytes - mostBytes / FREED_PART) {
        break;
      }
      left -= each.bytes();
      each.account().close(each.bytes());
    }
  }

  /** Counts what one connection has, and takes the memory itself from the pool of its channel. */
  private final class Account extends AbstractByteBufAllocator {
    private final Channel connection;
    private final ByteBufAllocator pool;
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean closing;

    Account(Channel connection, ByteBufAllocator pool) {
      super(true);
      this.connection = connection;
      this.pool = pool;
    }

    long bytes() {
      return bytes.get();
    }

    Loan lend(int bytes) {
      taken(bytes);
      return new Loan(this, bytes);
    }

    /** Nothing on the way of a connection asks for heap; it is not counted. */
    @Override
    protected ByteBuf newHeapBuffer(int bytes, int most) {
      return pool.heapBuffer(bytes, most);
    }

    @Override
    protected ByteBuf newDirectBuffer(int bytes, int most) {
      Loan loan = lend(bytes);
      return PlatformDependent.hasUnsafe()
          ? new CountedUnsafeBuffer(loan, most)
          : new CountedBuffer(loan, most);
    }

    /** Whoever would copy to reach a pool need not: it is one. */
    @Override
    public boolean isDirectBufferPooled() {
      return pool.isDirectBufferPooled();
    }

    void close(long bytes) {
      closing = true;
      log.warn(
          "closing the connection of {}: {} KiB of direct memory for messages that are not complete,"
              + " not read or not sent; all connections together have more than {} KiB, half of the"
              + " JVM's direct memory (-XX:MaxDirectMemorySize)",
          connection.remoteAddress(),
          bytes >> 10,
          mostBytes >> 10);
      connection.eventLoop().execute(() -> connection.unsafe().close(connection.voidPromise()));
    }
  }

  /** Pooled memory that a connection has until it is cleaned. */
  private static final class Loan implements CleanableDirectBuffer {
    private final Account account;
    private final ByteBuf memory;
    private final ByteBuffer view;

    Loan(Account account, int bytes) {
      this.account = account;
      memory = account.pool.directBuffer(bytes, bytes);
      view = memory.internalNioBuffer(0, bytes).slice();
      account.bytes.addAndGet(bytes);
    }

    @Override
    public ByteBuffer buffer() {
      return view;
    }

    @Override
    public void clean() {
      account.bytes.addAndGet(-memory.capacity());
      memory.release();
    }
  }

  private static final class CountedUnsafeBuffer extends UnpooledUnsafeDirectByteBuf {
    private final Loan first;

    CountedUnsafeBuffer(Loan first, int most) {
      super(first.account, first.buffer(), most);
      this.first = first;
      clear();
    }

    @Override
    protected CleanableDirectBuffer allocateDirectBuffer(int bytes) {
      return first.account.lend(bytes);
    }

    @Override
    protected void deallocate() {
      super.deallocate();
      first.clean();
    }
  }

  /** The same without {@code sun.misc.Unsafe}. */
  private static final class CountedBuffer extends UnpooledDirectByteBuf {
    private final Loan first;

    CountedBuffer(Loan first, int most) {
      super(first.account, first.buffer(), most);
      this.first = first;
      clear();
    }

    @Override
    protected CleanableDirectBuffer allocateDirectBuffer(int bytes) {
      return first.account.lend(bytes);
    }

    @Override
    protected void deallocate() {
      super.deallocate();
      first.clean();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    if (accepted instanceof Channel connection) {
      connection.pipeline().addLast(new First());
    }
    context.fireChannelRead(accepted);
  }

  /** In front of everything else that a connection has. */
  private final class First extends ChannelInboundHandlerAdapter {
    /** Now: gRPC has set its own allocator when the connection was accepted. */
    @Override
    public void channelRegistered(ChannelHandlerContext context) {
      Channel connection = context.channel();
      Account account = new Account(connection, connection.config().getAllocator());
      connection.config().setAllocator(account);
      accounts.add(account);
      var unused = connection.closeFuture().addListener(closed -> accounts.remove(account));
      context.fireChannelRegistered();
    }

    /** What goes wrong while bytes are read. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (cause instanceof OutOfMemoryError) {
        // Netty's own, for direct memory: the JVM does not end by itself for this one.
        log.error("closing the connection of {}", context.channel().remoteAddress(), cause);
        var unused = context.close();
      } else if (cause instanceof Error) {
        fatal.accept(cause);
      }
      context.fireExceptionCaught(cause);
    }
  }
}
