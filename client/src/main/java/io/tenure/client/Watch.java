package io.tenure.client;

import io.tenure.client.connection.Call;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener what happens to keys, until it is closed: in order of revision, nothing twice,
 * nothing left out, also when the service's leader changes. The listener is called on the callback
 * executor of the client, never by two threads at once.
 *
 * <p>A listener that is slow is not waited for by anybody else: when too much has gathered for it,
 * the watch pauses, and goes on where it was once the listener has caught up. If the service has
 * forgotten those events by then the watch ends with {@link Reason#COMPACTED}.
 */
public final class Watch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Watch.class);

  /** Notices, of many events each, that may wait for the listener. */
  private static final int MAX_GATHERED = 1_000;

  private final Hub hub;
  private final WatchedKeys keys;
  private final WatchListener listener;
  private final Relay relay;
  private volatile boolean closed;

  // For the loop.

  private @Nullable Subscription subscription;
  private boolean paused;

  /** The first revision that has not been heard; 0 before a server has said where it is. */
  private long next;

  private Watch(Hub hub, WatchedKeys keys, long fromRevision, WatchListener listener) {
    this.hub = hub;
    this.keys = keys;
    this.next = fromRevision;
    this.listener = listener;
    this.relay = new Relay(hub.callbacks());
  }

  static Watch start(Hub hub, WatchedKeys keys, long fromRevision, WatchListener listener) {
    if (fromRevision < 0) {
      throw new IllegalArgumentException(
          "from revision: " + fromRevision + " (expected: 0 or more)");
    }
    Watch watch = new Watch(hub, keys, fromRevision, listener);
    hub.loop().execute(watch::subscribe);
    return watch;
  }

  private void subscribe() {
    hub.router()
        .whenKnown(
            shards -> {
              if (!closed) {
                Subscription next = new Subscription(shards.ofKey(keys.key()));
                subscription = next;
                hub.router().submit(next);
              }
            },
            () -> closed = true);
  }

  private void unsubscribe() {
    Subscription present = subscription;
    subscription = null;
    if (present != null && !present.isOver()) {
      hub.router().forget(present);
      if (present.isSent()) {
        hub.router().cancelWatch(present);
      }
    }
  }

  /** From any thread: the listener has had everything that had gathered. */
  private void caughtUp() {
    hub.loop()
        .execute(
            () -> {
              if (paused && !closed) {
                paused = false;
                subscribe();
              }
            });
  }

  /** Ends it. The listener hears nothing more, except for a call that is running. */
  @Override
  public void close() {
    closed = true;
    hub.loop().execute(this::unsubscribe);
  }

  private final class Subscription extends Call {
    private final int shard;

    Subscription(int shard) {
      this.shard = shard;
    }

    @Override
    protected int shard() {
      return shard;
    }

    @Override
    protected void describe(Request.Builder request) {
      request.setWatch(
          WatchRequest.newBuilder()
              .setKey(keys.key())
              .setSubtree(keys.scope() == Scope.SUBTREE)
              .setFromRevision(next));
    }

    @Override
    protected boolean replied(Reply reply) {
      WatchReply notice = reply.getWatch();
      switch (notice.getNoticeCase()) {
        case STARTED -> {
          next = notice.getStarted().getAfter() + 1;
          relay.add(listener::started);
        }
        case EVENTS -> {
          for (Event event : notice.getEvents().getEventsList()) {
            next = event.getRevision() + 1;
          }
          relay.add(() -> tell(notice));
        }
        case PROGRESS -> next = Math.max(next, notice.getProgress() + 1);
        case NOTICE_NOT_SET -> {} // Of a newer protocol.
      }
      if (relay.size() > MAX_GATHERED) {
        paused = true;
        unsubscribe();
      }
      return false;
    }

    @Override
    protected void failed(Error error) {
      relay.add(() -> listener.ended(Errors.of(error)));
    }
  }

  private void tell(WatchReply notice) {
    for (Event event : notice.getEvents().getEventsList()) {
      if (closed) {
        return;
      }
      listener.happened(Wire.event(event));
    }
  }

  /** Runs one thing after the other somewhere else. */
  private final class Relay {
    private final Executor executor;
    private final ArrayDeque<Runnable> gathered = new ArrayDeque<>();
    private boolean running;

    Relay(Executor executor) {
      this.executor = executor;
    }

    synchronized int size() {
      return gathered.size();
    }

    synchronized void add(Runnable task) {
      gathered.add(task);
      if (!running) {
        running = true;
        executor.execute(this::run);
      }
    }

    private synchronized @Nullable Runnable next() {
      Runnable task = gathered.poll();
      running = task != null;
      return task;
    }

    private void run() {
      for (Runnable task = next(); task != null; task = next()) {
        try {
          if (!closed) {
            task.run();
          }
        } catch (RuntimeException | java.lang.Error bug) {
          log.error("the listener of a watch on {} failed", keys.key(), bug);
        }
      }
      caughtUp();
    }
  }
}
