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
 * A session of a client: its part in each shard, and who is told when it is lost. On the loop,
 * except where a method says otherwise. A session that is over stays over.
 */
public final class ClientSession {
  private static final DeferredLog log = DeferredLog.of(ClientSession.class);

  private final ClientContext hub;
  private final Duration ttl;
  private final String clientName;
  private final Consumer<ClientSession> whenOver;

  /** For the loop. By shard: what the session is there. */
  private final Map<Integer, SessionPart> parts = new HashMap<>();

  /** For the loop. Completed when the listeners have been told that it is over. */
  private CompletableFuture<@Nullable Void> told = CompletableFuture.completedFuture(null);

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final List<Consumer<Loss>> listeners = new ArrayList<>();
  private volatile @Nullable Loss loss;

  public ClientSession(
      ClientContext hub, Duration ttl, String clientName, Consumer<ClientSession> whenOver) {
    this.hub = hub;
    this.ttl = ttl;
    this.clientName = clientName;
    this.whenOver = whenOver;
  }

  public Duration ttl() {
    return ttl;
  }

  String clientName() {
    return clientName;
  }

  /** Whether it has not been lost or closed. Any thread. */
  public boolean isLive() {
    return loss == null;
  }

  /** See {@link Session#onLost}. Any thread. */
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
      var unused = tell(List.of(listener), already);
    }
  }

  // ------------------------------------------------------------------------------- on the loop

  /** Gets hold of what the session is in the shard of the key. */
  void withPart(String key, SessionPart.Opening opening) {
    hub.router()
        .whenKnown(
            opening,
            shards -> withPart(shards, key, opening),
            () -> opening.sessionOver(Loss.CLOSED));
  }

  /** Somebody does not want to wait any more. */
  void forget(SessionPart.Opening opening) {
    hub.router().notCurious(opening);
    parts.values().forEach(part -> part.forget(opening));
  }

  private void withPart(ShardTable shards, String key, SessionPart.Opening opening) {
    Loss lost = loss;
    if (lost != null) {
      opening.sessionOver(lost);
      return;
    }
    int shard = shards.ofKey(key);
    SessionPart part = parts.get(shard);
    if (part == null) {
      part = new SessionPart(hub, this, shard);
      parts.put(shard, part);
      part.whenOpen(opening);
      part.open();
    } else {
      part.whenOpen(opening);
    }
  }

  /** It was refused; the next one who needs it tries again. */
  void partNotOpened(SessionPart part) {
    parts.remove(part.shard(), part);
  }

  /** A session is whole or over. */
  void partOver(Loss reason) {
    var unused = end(reason);
  }

  /**
   * Ends it here, and at the service when everybody has been told.
   *
   * @return completed when the service has said so; at once if it was over before
   */
  public CompletableFuture<@Nullable Void> end(Loss reason) {
    if (!markLost(reason)) {
      return CompletableFuture.completedFuture(null);
    }
    List<SessionPart> all = new ArrayList<>(parts.values());
    all.forEach(part -> part.end(reason));
    if (reason != Loss.CLOSED) {
      logWhenTold(all, reason);
    }
    return CompletableFuture.allOf(
        all.stream().map(part -> part.closeAfter(told)).toArray(CompletableFuture<?>[]::new));
  }

  /** The listeners come first, and a log that is blocked delays nobody. */
  private void logWhenTold(List<SessionPart> all, Loss reason) {
    List<CompletableFuture<?>> telling = new ArrayList<>(all.size() + 1);
    telling.add(told);
    all.forEach(part -> telling.add(part.told()));
    var unused =
        CompletableFuture.allOf(telling.toArray(CompletableFuture<?>[]::new))
            .whenComplete(
                (done, thrown) ->
                    log.warn("the session {} is lost: {}", clientName, reason.text()));
  }

  private boolean markLost(Loss reason) {
    List<Consumer<Loss>> toBeTold;
    lock.lock();
    try {
      if (loss != null) {
        return false;
      }
      loss = reason;
      toBeTold = List.copyOf(listeners);
      listeners.clear();
    } finally {
      lock.unlock();
    }
    whenOver.accept(this);
    told = tell(toBeTold, reason);
    return true;
  }

  private CompletableFuture<@Nullable Void> tell(List<Consumer<Loss>> listeners, Loss reason) {
    return hub.users().tell(listeners, reason, "a session");
  }

  /** Any thread. Completed when the service has said that it is closed. */
  public CompletableFuture<@Nullable Void> startClose() {
    CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    Runnable close =
        () -> {
          var unused = end(Loss.CLOSED).whenComplete((done, thrown) -> closed.complete(null));
        };
    if (!hub.loop().offer(close)) {
      closed.complete(null); // The client is closed, and everything with it.
    }
    return closed;
  }
}
