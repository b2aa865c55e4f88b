package io.tenure.server.api.request;

import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.load.NodeLoad;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import io.tenure.server.config.FrontEndSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;

/** Collects the replies, and delivers at once what is posted. */
public final class RecordingReplies implements ReplyTarget, Mailbox {
  private static final FrontEndSettings SETTINGS =
      new FrontEndSettings(10, 50, 2, 1 << 20, 1 << 20, 1, 1, 1_000, 1_000, 16);

  private final ConnectionLoad load =
      new ConnectionLoad(SETTINGS, new NodeLoad(SETTINGS), why -> {});
  public final List<Reply> replies = new CopyOnWriteArrayList<>();
  public final List<Request> forwarded = new CopyOnWriteArrayList<>();

  @Override
  public ScheduledExecutorService loop() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Mailbox mailbox() {
    return this;
  }

  @Override
  public <R, M> void post(R receiver, BiConsumer<? super R, ? super M> method, M message) {
    method.accept(receiver, message);
  }

  @Override
  public void flush() {}

  @Override
  public ConnectionLoad load() {
    return load;
  }

  @Override
  public void interim(Reply.Builder reply) {
    replies.add(reply.build());
  }

  @Override
  public void last(Reply.Builder reply, long taken) {
    replies.add(reply.build());
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public boolean forward(Request request, ShardParts parts, Failure why) {
    forwarded.add(request);
    return true;
  }
}
