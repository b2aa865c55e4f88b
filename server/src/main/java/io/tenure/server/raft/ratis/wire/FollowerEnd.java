package io.tenure.server.raft.ratis.wire;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelDuplexHandler;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelHandlerContext;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelPromise;
import org.apache.ratis.thirdparty.io.netty.handler.codec.DecoderException;
import org.apache.ratis.thirdparty.io.netty.handler.timeout.ReadTimeoutException;
import org.apache.ratis.util.JavaUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes entries to the engine and its replies back, from whatever thread they come: mostly the one
 * that has just written the entries to the disk. Replies to entries come in the order of these; a
 * heartbeat is answered when it comes.
 */
final class FollowerEnd extends ChannelDuplexHandler {
  private static final Logger log = LoggerFactory.getLogger(FollowerEnd.class);

  private final RaftServer server;
  private final LogGates logGates;
  private final WireChannel channel;
  private final Consumer<Throwable> fatal;

  /** The leader comes back on another connection; what is still on the way here is no good. */
  private volatile boolean failed;

  private CompletableFuture<?> previous = CompletableFuture.completedFuture(null);

  /**
   * The end of a connection that was greeted.
   *
   * @param fatal receives errors: the leader would come back, and meet them again and again
   */
  FollowerEnd(
      RaftServer server, LogGates logGates, WireChannel channel, Consumer<Throwable> fatal) {
    this.fatal = fatal;
    this.server = server;
    this.logGates = logGates;
    this.channel = channel;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
    ByteBuf frame = (ByteBuf) message;
    if (failed) {
      frame.release();
      return;
    }
    AppendEntriesRequestProto request;
    try {
      request = AppendEntriesRequestProto.parseFrom(frame.nioBuffer());
    } finally {
      frame.release();
    }
    CompletableFuture<AppendEntriesReplyProto> reply = append(request);
    if (request.getEntriesCount() > 0) {
      reply = reply.thenCombine(previous, (appended, before) -> appended);
      previous = reply;
    }
    var unused =
        reply
            .whenComplete((appended, thrown) -> answer(request, appended, thrown))
            .whenComplete((appended, thrown) -> closeIfUnanswered(thrown));
  }

  private CompletableFuture<AppendEntriesReplyProto> append(AppendEntriesRequestProto request) {
    try {
      return request.getEntriesCount() == 0
          ? server.appendEntriesAsync(request)
          : appendEntries(request);
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The network's thread does not wait: a leader sends again what is refused. */
  private CompletableFuture<AppendEntriesReplyProto> appendEntries(
      AppendEntriesRequestProto request) throws IOException {
    Lock gate = logGates.gate(request.getServerRequest());
    if (!gate.tryLock()) {
      throw new IOException("the log is being changed through another connection");
    }
    try {
      return server.appendEntriesAsync(request);
    } finally {
      gate.unlock();
    }
  }

  private void answer(
      AppendEntriesRequestProto request,
      @Nullable AppendEntriesReplyProto reply,
      @Nullable Throwable thrown) {
    if (reply != null) {
      channel.send(Frames.reply(reply));
    } else if (thrown != null) {
      failed = true;
      Throwable cause = JavaUtils.unwrapCompletionException(thrown);
      if (cause instanceof Error) {
        fatal.accept(cause);
      } else if (cause instanceof RuntimeException) {
        log.warn("entries from {} are not taken", channel.remoteAddress(), cause);
      }
      String text = String.valueOf(cause);
      log.debug("entries from {} are not taken: {}", channel.remoteAddress(), text);
      channel.send(
          Frames.failure(
              request.getServerRequest().getCallId(), request.getEntriesCount() == 0, text));
    }
  }

  /** That entries were not taken has been answered; whatever else was thrown has not. */
  private void closeIfUnanswered(@Nullable Throwable thrown) {
    if (thrown != null && !failed) {
      failed = true;
      report(JavaUtils.unwrapCompletionException(thrown));
      var unused = channel.close();
    }
  }

  private void report(Throwable cause) {
    if (cause instanceof Error) {
      fatal.accept(cause);
    } else {
      log.error("internal error on the connection from {}", channel.remoteAddress(), cause);
    }
  }

  /** Nobody writes through gRPC here, but it tells its connections to end when the server stops. */
  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf) {
      var unused = ctx.write(message, promise);
    } else {
      var unused = ctx.close(promise);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (isExpected(cause)) {
      log.debug("the connection from {} is closed: {}", channel.remoteAddress(), cause.toString());
    } else {
      report(cause);
    }
    var unused = ctx.close();
  }

  /** The network broke, or who sends does not speak this. */
  private static boolean isExpected(Throwable cause) {
    return cause instanceof IOException
        || cause instanceof ReadTimeoutException
        || cause instanceof DecoderException;
  }
}
