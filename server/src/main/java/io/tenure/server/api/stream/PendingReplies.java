package io.tenure.server.api.stream;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.load.ReplyReservation;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replies of a Connect stream that wait for the next frame, and their bytes in the load of the
 * connection. On the loop alone.
 */
final class PendingReplies {
  static final int MAX_FRAME_REPLIES = 4_096;

  /** A frame that has reached this size is closed; its last reply may make it larger. */
  static final int MAX_FRAME_BYTES = 512 << 10;

  /** What is taken for a reply without a slot. */
  private static final int REFUSAL_BYTES = 512;

  private final ConnectionLoad load;
  private final ArrayDeque<Outgoing> replies = new ArrayDeque<>();
  private long bytes;
  private long reportedIdle;

  PendingReplies(ConnectionLoad load) {
    this.load = load;
  }

  /**
   * A reply, and the slot it belongs to if it has one.
   *
   * @param taken from the load for this reply, until it is handed over
   */
  record Outgoing(Reply reply, @Nullable StreamSlot slot, boolean last, long taken) {
    /** What is freed when the reply is handed over. */
    long bytes() {
      return slot != null && last ? taken + slot.bytes() : taken;
    }
  }

  private void add(Outgoing reply) {
    replies.add(reply);
    bytes += reply.bytes();
  }

  /** A reply that another one follows. */
  void addInterim(Reply reply, StreamSlot slot) {
    // Notices have a bound of their own: they share their memory with other watches.
    long taken = slot.isWatch() ? 0 : ReplyReservation.bytes(reply);
    if (taken != 0) {
      load.addBytes(taken);
    }
    add(new Outgoing(reply, slot, false, taken));
  }

  /**
   * The last reply to a request. Returns it, or the refusal that takes its place if it is the reply
   * to a read and there is no room for it.
   *
   * @param taken from the load already, for the reply
   */
  Reply addLast(Reply reply, StreamSlot slot, long taken) {
    long needed = taken == 0 ? ReplyReservation.bytes(reply) : taken;
    Error full = null;
    if (needed != taken && slot.isRead()) {
      full = load.takeBytes(needed, false);
    } else if (needed != taken) {
      load.addBytes(needed);
    }
    if (full != null) {
      Reply refusal = Reply.newBuilder().setCorrelation(slot.correlation).setError(full).build();
      add(new Outgoing(refusal, slot, true, 0));
      return refusal;
    }
    add(new Outgoing(reply, slot, true, needed));
    return reply;
  }

  /** A reply to a request that has no slot. */
  void addRefusal(Reply reply) {
    load.addBytes(REFUSAL_BYTES);
    add(new Outgoing(reply, null, true, REFUSAL_BYTES));
  }

  boolean isEmpty() {
    return replies.isEmpty();
  }

  int size() {
    return replies.size();
  }

  /** What is in the load for the replies here, and for their requests. */
  long bytes() {
    return bytes;
  }

  /**
   * Tells the load how much is here: so much is freed if the client reads, or its connection ends.
   */
  void reportIdle() {
    load.addIdle(bytes - reportedIdle);
    reportedIdle = bytes;
  }

  void clear() {
    load.freeBytes(replies.stream().mapToLong(Outgoing::taken).sum());
    replies.clear();
    bytes = 0;
    reportIdle();
  }

  /** Moves as many as fit into a frame. */
  void moveTo(ServerFrame.Builder frame, Consumer<Outgoing> handedOver) {
    int size = 0;
    int count = 0;
    long taken = 0;
    while (!replies.isEmpty() && size < MAX_FRAME_BYTES && count < MAX_FRAME_REPLIES) {
      Outgoing next = replies.remove();
      bytes -= next.bytes();
      taken += next.taken();
      size += next.reply().getSerializedSize();
      count++;
      frame.addReplies(next.reply());
      handedOver.accept(next);
    }
    load.freeBytes(taken);
  }
}
