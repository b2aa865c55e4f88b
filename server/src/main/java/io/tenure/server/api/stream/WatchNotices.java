package io.tenure.server.api.stream;

import io.tenure.protocol.v1.WatchReply;
import io.tenure.server.api.request.Mailbox;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Notices of the watches of one stream, on their way from the delivery's thread to the transport.
 * Bounded in bytes: a stream that does not drain is given no more events.
 */
final class WatchNotices {
  private static final int MAX_BYTES = 1 << 20;

  private final Mailbox mailbox;
  private final BooleanSupplier transportReady;
  private final AtomicInteger bytes = new AtomicInteger();
  private volatile boolean refused;

  WatchNotices(Mailbox mailbox, BooleanSupplier transportReady) {
    this.mailbox = mailbox;
    this.transportReady = transportReady;
  }

  /** From the delivery's thread: the loop passes it to {@code onNotice}. */
  void post(StreamWatch watch, BiConsumer<StreamWatch, WatchReply> onNotice, WatchReply notice) {
    bytes.addAndGet(notice.getSerializedSize());
    mailbox.post(watch, onNotice, notice);
    mailbox.flush();
  }

  /** On the loop: it was sent, or will not be. */
  void gone(WatchReply notice) {
    bytes.addAndGet(-notice.getSerializedSize());
  }

  /** From the delivery's thread: whether a watch may be given more. */
  boolean takesMore() {
    boolean takes = bytes.get() < MAX_BYTES && transportReady.getAsBoolean();
    if (!takes) {
      refused = true;
    }
    return takes;
  }

  /** On the loop: whether a watch was refused more since the last call, and may be given it now. */
  boolean resumes() {
    if (!refused || !transportReady.getAsBoolean()) {
      return false;
    }
    refused = false;
    return true;
  }
}
