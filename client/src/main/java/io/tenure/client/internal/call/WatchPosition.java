package io.tenure.client.internal.call;

import io.grpc.Channel;
import io.grpc.Context;
import io.tenure.client.LockEvent;
import io.tenure.client.Scope;
import io.tenure.client.WatchListener;
import io.tenure.client.error.Reason;
import io.tenure.client.internal.connection.RetryRules;
import io.tenure.client.view.WatchedKeys;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.LongSupplier;

/** How far a watch over plain calls has come, across all servers that it was made at. */
public final class WatchPosition {
  /** How long the watch may be without a stream: a server restarts faster than this. */
  private static final Duration MAX_OUTAGE = Duration.ofSeconds(30);

  private final WatchedKeys keys;
  private final WatchListener listener;
  private final LongSupplier nanoClock;

  /** The first revision that the listener has not had; 0 before the first stream has started. */
  private long next;

  /** Whether any stream has started: then the request is valid, and may be made again. */
  private boolean started;

  /** Whether no stream has started since the last failure. */
  private boolean isOut;

  private long outSinceNanos;

  public WatchPosition(
      WatchedKeys keys, long fromRevision, WatchListener listener, LongSupplier nanoClock) {
    this.keys = keys;
    this.next = fromRevision;
    this.listener = listener;
    this.nanoClock = nanoClock;
  }

  /** Carries an exception of the listener past everything that handles failures of calls. */
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
   * Watches at one server until the stream ends or fails.
   *
   * @throws ListenerException if the listener throws; the stream is ended then
   */
  public boolean follow(Channel channel) {
    try (Context.CancellableContext stream = Context.current().withCancellation()) {
      Iterator<WatchReply> replies = open(channel, stream);
      while (replies.hasNext()) {
        receive(replies.next());
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

  private void receive(WatchReply reply) {
    switch (reply.getNoticeCase()) {
      case STARTED -> {
        started = true;
        isOut = false;
        next = reply.getStarted().getAfter() + 1;
        notifyListener(listener::started);
      }
      case EVENTS -> {
        for (Event event : reply.getEvents().getEventsList()) {
          next = event.getRevision() + 1;
          LockEvent happened = WireCodec.event(event);
          notifyListener(() -> listener.happened(happened));
        }
      }
      case PROGRESS -> next = reply.getProgress() + 1;
      case NOTICE_NOT_SET -> {} // A newer protocol.
    }
  }

  private static void notifyListener(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException thrown) {
      throw new ListenerException(thrown);
    }
  }

  /** Whether the watch may go on after a failure. */
  public boolean mayResume(Reason reason) {
    if (!isOut) {
      isOut = true;
      outSinceNanos = nanoClock.getAsLong();
    }
    return started
        && RetryRules.mayResumeWatch(reason)
        && nanoClock.getAsLong() - outSinceNanos < MAX_OUTAGE.toNanos();
  }
}
