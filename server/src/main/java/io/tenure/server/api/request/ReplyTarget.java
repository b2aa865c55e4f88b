package io.tenure.server.api.request;

import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Where the replies to one request go: a place on a Connect stream, or a plain call.
 *
 * <p>Every connection has a thread of the transport, its loop; a {@link Call} is handled on the
 * loop of its connection. Other threads post messages to its {@link Mailbox}, so a call needs no
 * lock, and the applier's thread never builds or sends a reply.
 */
public interface ReplyTarget {
  ScheduledExecutorService loop();

  /** Takes messages of other threads to the loop. */
  Mailbox mailbox();

  /** Of the connection. */
  ConnectionLoad load();

  /** On the loop. Another reply follows. */
  void interim(Reply.Builder reply);

  /** On the loop. Nothing follows. */
  default void last(Reply.Builder reply) {
    last(reply, 0);
  }

  /**
   * On the loop. Nothing follows.
   *
   * @param taken bytes that were taken from {@link #load} for this reply already, or 0
   */
  void last(Reply.Builder reply, long taken);

  /** Whether there is exactly one reply, so that interim replies are dropped. */
  boolean isPlain();

  /**
   * On the loop: forwards a request that this node cannot execute to the leader, or starts it here
   * again when this node can. Returns false if the caller must get the failure instead.
   */
  boolean forward(Request request, ShardParts parts, Failure why);
}
