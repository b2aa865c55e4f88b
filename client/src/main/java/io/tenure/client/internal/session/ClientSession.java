package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.Session;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.client.internal.connection.ShardTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session of a client: its part in each shard, and its listeners. It ends as a whole: when one
 * part is lost, all are. On the loop, except where a method says otherwise.
 */
public final class ClientSession {
  private static final DeferredLog log = DeferredLog.of(ClientSession.class);

  private final ClientContext context;
  private final Duration ttl;
  private final String clientName;
  private final Consumer<ClientSession> onEnd;

  /** For the loop. By shard. */
  private final Map<Integer, SessionPart> parts = new HashMap<>();

  /** For the loop. Completed when the listeners have returned, or have had their time. */
  private CompletableFuture<@Nullable Void> listenersDone = CompletableFuture.completedFuture(null);

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final List<Consumer<Loss>> listeners = new ArrayList<>();
  private volatile @Nullable Loss loss;

  public ClientSession(
      ClientContext context, Duration ttl, String clientName, Consumer<ClientSession> onEnd) {
    this.context = context;
    this.ttl = ttl;
    this.clientName = clientName;
    this.onEnd = onEnd;
  }

  public Duration ttl() {
    return ttl;
  }

  String clientName() {
    return clientName;
  }

  /** Any thread. Whether it has not been lost or closed. */
  public boolean isLive() {
    return loss == null;
  }

  /** Any thread. See {@link Session#onLost}. */
  public void onLost(Consumer<Loss> listener) {
    Objects.requireNonNull(listener, "listener");
    Loss already;
    lock.lock();
    try {
      already = loss;
      if (already == null) {
        listeners.add(listener);
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      var unused = notifyListeners(List.of(listener), already);
    }
  }

  // ------------------------------------------------------------------------------- on the loop

  /** Calls the waiter when the session is open in the shard of the key. */
  void withPart(String key, SessionWaiter waiter) {
    context
        .router()
        .whenShardsKnown(
            waiter,
            shards -> withPart(shards, key, waiter),
            () -> waiter.onSessionEnd(Loss.CLOSED));
  }

  void forget(SessionWaiter waiter) {
    context.router().cancelShardWait(waiter);
    parts.values().forEach(part -> part.forget(waiter));
  }

  private void withPart(ShardTable shards, String key, SessionWaiter waiter) {
    Loss lost = loss;
    if (lost != null) {
      waiter.onSessionEnd(lost);
      return;
    }
    int shard = shards.ofKey(key);
    SessionPart part = parts.get(shard);
    if (part == null) {
      part = new SessionPart(context, this, shard);
      parts.put(shard, part);
      part.whenOpen(waiter);
      part.open();
    } else {
      part.whenOpen(waiter);
    }
  }

  /** The next acquire in this shard tries again. */
  void onPartNotOpened(SessionPart part) {
    parts.remove(part.shard(), part);
  }

  void onPartEnded(Loss reason) {
    var unused = end(reason);
  }

  /**
   * Ends it in this client at once, and at the service when all listeners have been notified.
   *
   * @return completed when the service has answered; at once if it had ended before
   */
  public CompletableFuture<@Nullable Void> end(Loss reason) {
    if (!markLost(reason)) {
      return CompletableFuture.completedFuture(null);
    }
    List<SessionPart> all = new ArrayList<>(parts.values());
    all.forEach(part -> part.end(reason));
    if (reason != Loss.CLOSED) {
      logAfterListeners(all, reason);
    }
    return CompletableFuture.allOf(
        all.stream()
            .map(part -> part.closeAfter(listenersDone))
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Listeners come first: the log may be slow. */
  private void logAfterListeners(List<SessionPart> all, Loss reason) {
    List<CompletableFuture<?>> notified = new ArrayList<>(all.size() + 1);
    notified.add(listenersDone);
    all.forEach(part -> notified.add(part.listenersDone()));
    var unused =
        CompletableFuture.allOf(notified.toArray(CompletableFuture<?>[]::new))
            .whenComplete(
                (done, thrown) ->
                    log.warn(
                        "session lost, and every hold with it: {} (client name \"{}\")",
                        reason.text(),
                        clientName));
  }

  private boolean markLost(Loss reason) {
    List<Consumer<Loss>> toNotify;
    lock.lock();
    try {
      if (loss != null) {
        return false;
      }
      loss = reason;
      toNotify = List.copyOf(listeners);
      listeners.clear();
    } finally {
      lock.unlock();
    }
    onEnd.accept(this);
    listenersDone = notifyListeners(toNotify, reason);
    return true;
  }

  private CompletableFuture<@Nullable Void> notifyListeners(
      List<Consumer<Loss>> toNotify, Loss reason) {
    return context.callbackThreads().notifyAll(toNotify, reason, "the session");
  }

  /** Any thread. The future is completed when the service has answered. */
  public CompletableFuture<@Nullable Void> startClose() {
    CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    Runnable close =
        () -> {
          var unused = end(Loss.CLOSED).whenComplete((done, thrown) -> closed.complete(null));
        };
    if (!context.loop().offer(close)) {
      closed.complete(null); // The client is closed, and every session of it has ended.
    }
    return closed;
  }
}
