package io.tenure.server.grpc;

import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Replies of a Connect stream that wait for the next frame. On the loop alone. */
final class Unsent {
  static final int MAX_FRAME_REPLIES = 4_096;

  /** A frame that has reached this size is closed; its last reply may make it larger. */
  static final int MAX_FRAME_BYTES = 512 << 10;

  private final ArrayDeque<Outgoing> replies = new ArrayDeque<>();

  /** A reply, and the slot it belongs to if it has one. */
  record Outgoing(Reply reply, @Nullable StreamSlot slot, boolean last) {}

  void add(Reply reply, @Nullable StreamSlot slot, boolean last) {
    replies.add(new Outgoing(reply, slot, last));
  }

  boolean isEmpty() {
    return replies.isEmpty();
  }

  int size() {
    return replies.size();
  }

  void clear() {
    replies.clear();
  }

  /** Moves as many as fit into a frame. */
  void moveTo(ServerFrame.Builder frame, Consumer<Outgoing> handedOver) {
    int bytes = 0;
    int count = 0;
    while (!replies.isEmpty() && bytes < MAX_FRAME_BYTES && count < MAX_FRAME_REPLIES) {
      Outgoing next = replies.remove();
      bytes += next.reply().getSerializedSize();
      count++;
      frame.addReplies(next.reply());
      handedOver.accept(next);
    }
  }
}
