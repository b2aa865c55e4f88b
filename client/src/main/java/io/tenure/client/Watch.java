package io.tenure.client;

import io.tenure.client.error.Reason;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.ErrorMapping;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.view.WatchedKeys;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reports the events of keys to a listener, until it is closed: in order of revision, none repeated
 * and none missing, also across changes of the service's leader. The listener is called on the
 * client's callback threads, and its calls never overlap.
 *
 * <p>A slow listener delays nobody else. If too many events wait for it, the watch pauses and
 * continues when the listener has caught up. If the service no longer keeps the next events by
 * then, the watch ends with {@link Reason#COMPACTED}.
 */
public final class Watch implements AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(Watch.class);

  /** Of replies that wait for the listener; the watch pauses above this. */
  private static final int MAX_QUEUED_BYTES = 4 << 20;

  /** Added for each event: what its objects take. */
  private static final int OVERHEAD_BYTES = 512;

  private final ClientContext context;
  private final WatchedKeys keys;
  private final WatchListener listener;
  private final ListenerQueue queue;
  private volatile boolean closed;

  // For the loop.

  private @Nullable Subscription subscription;
  private boolean paused;

  /** The first revision that has not been received; 0 before the watch has started. */
  private long next;

  private Watch(
      ClientContext context, WatchedKeys keys, long fromRevision, WatchListener listener) {
    this.context = context;
    this.keys = keys;
    this.next = fromRevision;
    this.listener = listener;
    this.queue = new ListenerQueue(context.callbacks());
  }

  static Watch start(
      ClientContext context, WatchedKeys keys, long fromRevision, WatchListener listener) {
    if (fromRevision < 0) {
      throw new IllegalArgumentException(
          "from revision: " + fromRevision + " (expected: 0 or more)");
    }
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(listener, "listener");
    Watch watch = new Watch(context, keys, fromRevision, listener);
    if (!context.loop().offer(watch::subscribe)) {
      watch.endedByClosing();
    }
    return watch;
  }

  private void endedByClosing() {
    queue.add(
        0,
        () ->
            listener.ended(
                new UnavailableException(Reason.SHUTTING_DOWN, "the client is closed", null)));
  }

  private void subscribe() {
    context
        .router()
        .whenShardsKnown(
            this,
            shards -> {
              if (!closed) {
                Subscription next = new Subscription(shards.ofKey(keys.key()));
                subscription = next;
                context.router().submit(next);
              }
            },
            this::endedByClosing);
  }

  private void unsubscribe() {
    Subscription present = subscription;
    subscription = null;
    if (present != null && !present.isOver()) {
      context.router().forget(present);
    }
  }

  /** Any thread. The listener has had everything that was queued. */
  private void caughtUp() {
    context
        .loop()
        .execute(
            () -> {
              if (paused && !closed) {
                paused = false;
                subscribe();
              }
            });
  }

  /**
   * Ends the watch. The listener is not called again, except for a call that is already running.
   */
  @Override
  public void close() {
    closed = true;
    context.loop().execute(this::unsubscribe);
  }

  private final class Subscription extends Call {
    Subscription(int shard) {
      super(shard, Lane.WATCH, CallEffect.READS);
    }

    @Override
    protected void writeTo(Request.Builder request) {
      request.setWatch(
          WatchRequest.newBuilder()
              .setKey(keys.key())
              .setSubtree(keys.scope() == Scope.SUBTREE)
              .setFromRevision(next));
    }

    @Override
    protected boolean onReply(Reply reply) {
      WatchReply notice = reply.getWatch();
      switch (notice.getNoticeCase()) {
        case STARTED -> {
          next = Math.max(next, notice.getStarted().getAfter() + 1);
          queue.add(OVERHEAD_BYTES, listener::started);
        }
        case EVENTS -> {
          List<Event> fresh =
              notice.getEvents().getEventsList().stream()
                  .filter(event -> event.getRevision() >= next)
                  .toList();
          for (Event event : fresh) {
            next = event.getRevision() + 1;
          }
          int bytes = notice.getSerializedSize() + OVERHEAD_BYTES * fresh.size();
          queue.add(bytes, () -> notifyListener(fresh));
        }
        case PROGRESS -> next = Math.max(next, notice.getProgress() + 1);
        case NOTICE_NOT_SET -> {} // A newer protocol.
      }
      if (queue.bytes() > MAX_QUEUED_BYTES) {
        paused = true;
        unsubscribe();
      }
      return false;
    }

    @Override
    protected void onFailure(Error error) {
      queue.add(0, () -> listener.ended(ErrorMapping.of(error)));
    }
  }

  private void notifyListener(List<Event> events) {
    for (Event event : events) {
      if (closed) {
        return;
      }
      guarded(() -> listener.happened(WireCodec.event(event)));
    }
  }

  /** For each event: after an exception the listener still gets the following events. */
  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | java.lang.Error bug) {
      log.error(
          "the listener of the watch on {} threw an exception; the watch continues",
          keys.key(),
          bug);
    }
  }

  private record Task(int weight, Runnable work) {}

  /** Calls the listener on an executor, one call after the other. */
  private final class ListenerQueue {
    private final Executor executor;
    private final ArrayDeque<Task> tasks = new ArrayDeque<>();
    private int bytes;
    private boolean running;

    ListenerQueue(Executor executor) {
      this.executor = executor;
    }

    synchronized int bytes() {
      return bytes;
    }

    synchronized void add(int weight, Runnable work) {
      tasks.add(new Task(weight, work));
      bytes += weight;
      if (!running) {
        running = true;
        executor.execute(this::run);
      }
    }

    private synchronized @Nullable Task next() {
      Task task = tasks.poll();
      running = task != null;
      bytes -= task == null ? 0 : task.weight;
      return task;
    }

    private void run() {
      for (Task task = next(); task != null; task = next()) {
        if (!closed) {
          guarded(task.work);
        }
      }
      caughtUp();
    }
  }
}
