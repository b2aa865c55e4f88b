package io.tenure.client.internal.call;

import io.grpc.Channel;
import io.grpc.Context;
import io.tenure.client.LockEvent;
import io.tenure.client.Scope;
import io.tenure.client.WatchListener;
import io.tenure.client.error.Reason;
import io.tenure.client.view.WatchedKeys;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.LongSupplier;

/** How far a watch has come, over all its connections. */
public final class WatchPosition {
  /** How long it takes at most to start a server again. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final WatchedKeys keys;
  private final WatchListener listener;
  private final LongSupplier nanoClock;

  /** The first revision that has not been told; 0 before the first server has said where it is. */
  private long next;

  /** Whether any connection came to life, so that one more may, too. */
  private boolean started;

  /** Whether the latest one did not. */
  private boolean troubled;

  /** When the trouble began. */
  private long troubledSinceNanos;

  public WatchPosition(
      WatchedKeys keys, long fromRevision, WatchListener listener, LongSupplier nanoClock) {
    this.keys = keys;
    this.next = fromRevision;
    this.listener = listener;
    this.nanoClock = nanoClock;
  }

  /** The listener has thrown. Not an exception that a call may fail with, or is repeated for. */
  public static final class ListenerException extends RuntimeException {
    private final RuntimeException thrown;

    ListenerException(RuntimeException thrown) {
      super(null, thrown, false, false);
      this.thrown = thrown;
    }

    public RuntimeException thrown() {
      return thrown;
    }
  }

  /**
   * Watches until it is over or fails.
   *
   * @throws ListenerException if the listener throws; the stream is ended then
   */
  public boolean follow(Channel channel) {
    try (Context.CancellableContext stream = Context.current().withCancellation()) {
      Iterator<WatchReply> replies = open(channel, stream);
      while (replies.hasNext()) {
        hear(replies.next());
      }
      return true;
    }
  }

  private Iterator<WatchReply> open(Channel channel, Context stream) {
    WatchRequest request =
        WatchRequest.newBuilder()
            .setKey(keys.key())
            .setSubtree(keys.scope() == Scope.SUBTREE)
            .setFromRevision(next)
            .build();
    Context caller = stream.attach();
    try {
      return TenureGrpc.newBlockingStub(channel).watch(request);
    } finally {
      stream.detach(caller);
    }
  }

  private void hear(WatchReply reply) {
    switch (reply.getNoticeCase()) {
      case STARTED -> {
        started = true;
        troubled = false;
        next = reply.getStarted().getAfter() + 1;
        tell(listener::started);
      }
      case EVENTS -> {
        for (Event event : reply.getEvents().getEventsList()) {
          next = event.getRevision() + 1;
          LockEvent happened = WireCodec.event(event);
          tell(() -> listener.happened(happened));
        }
      }
      case PROGRESS -> next = reply.getProgress() + 1;
      case NOTICE_NOT_SET -> {} // Of a newer protocol.
    }
  }

  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException thrown) {
      throw new ListenerException(thrown);
    }
  }

  /**
   * A watch changes nothing, so once it has started it may go on after any failure that is not
   * about itself, for as long as a server takes to come back.
   */
  public boolean mayResume(Reason reason) {
    if (!troubled) {
      troubled = true;
      troubledSinceNanos = nanoClock.getAsLong();
    }
    boolean passing =
        switch (reason) {
          case UNREACHABLE,
              NO_ANSWER,
              CONNECTION_LOST,
              NO_LEADER,
              NOT_LEADER,
              SHUTTING_DOWN,
              OVERLOADED,
              SLOW_SUBSCRIBER ->
              true;
          default -> false;
        };
    return started && passing && nanoClock.getAsLong() - troubledSinceNanos < PATIENCE.toNanos();
  }
}
