package io.tenure.server.api.load;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Bytes taken for the reply to a read while it is made on another thread than the loop. Any thread.
 */
public final class ReplyReservation {
  /** A reply up to this size is part of {@link ConnectionLoad#REQUEST_OVERHEAD}. */
  private static final int SMALL_REPLY = 512;

  /** For the objects that a key, a hold or a waiter is made of in a reply, besides its bytes. */
  private static final int VIEW_OVERHEAD = 512;

  private final ConnectionLoad load;
  private long bytes;
  private boolean over;

  public ReplyReservation(ConnectionLoad load) {
    this.load = load;
  }

  /**
   * About what a reply takes in memory besides {@link ConnectionLoad#REQUEST_OVERHEAD}; 0 for most.
   * Its size is computed once, and kept by the message for when it is sent.
   */
  public static long bytes(Reply reply) {
    int size = reply.getSerializedSize();
    if (size <= SMALL_REPLY) {
      return 0;
    }
    return switch (reply.getResultCase()) {
      case GET -> bytes(reply.getGet());
      case LIST -> bytes(reply.getList());
      default -> 2L * size;
    };
  }

  public static long bytes(GetReply reply) {
    return reply.getSerializedSize() + overhead(reply.getView());
  }

  public static long bytes(ListReply reply) {
    long bytes = reply.getSerializedSize();
    for (KeyView view : reply.getKeysList()) {
      bytes += overhead(view);
    }
    return bytes;
  }

  private static long overhead(KeyView view) {
    return (long) VIEW_OVERHEAD * (1 + view.getHoldsCount() + view.getWaitersCount());
  }

  /** Takes more, or says why there is no room for it. */
  synchronized @Nullable public Error take(long more) {
    if (over) {
      return null; // Nobody waits for the reply.
    }
    Error full = load.takeBytes(more, false);
    bytes += full == null ? more : 0;
    return full;
  }

  /** Takes nothing more from now on. Returns what was taken, which the caller must free. */
  public synchronized long end() {
    over = true;
    long taken = bytes;
    bytes = 0;
    return taken;
  }
}
