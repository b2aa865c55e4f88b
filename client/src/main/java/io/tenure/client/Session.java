package io.tenure.client;

import io.tenure.client.connection.ShardTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's tie to the service. It is kept alive by itself; when it cannot be for as long as its
 * TTL, it is over, and so is every hold in it. A session that is over stays over.
 *
 * <p>Most programs need none of their own: {@link Tenure#lock} uses one that the client opens, and
 * opens again when it was lost. Open one to have holds that live and end together, or with another
 * TTL.
 */
public final class Session implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Session.class);

  private final Hub hub;
  private final Duration ttl;
  private final String clientName;

  /** For the loop. By shard: what the session is there. */
  private final Map<Integer, SessionPart> parts = new HashMap<>();

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final List<Consumer<Loss>> listeners = new ArrayList<>();
  private volatile @Nullable Loss loss;

  Session(Hub hub, Duration ttl, String clientName) {
    this.hub = hub;
    this.ttl = ttl;
    this.clientName = clientName;
  }

  public Duration ttl() {
    return ttl;
  }

  String clientName() {
    return clientName;
  }

  /** Whether it has not been lost or closed. One that was not used yet is live, too. */
  public boolean isLive() {
    return loss == null;
  }

  /** Has the listener told when this is lost: once, on the callback executor of the client. */
  public Session onLost(Consumer<Loss> listener) {
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
      hub.callbacks().execute(() -> tell(listener, already));
    }
    return this;
  }

  /** To hold one or several keys, all together or not at all, in this session. */
  public LockRequest lock(String key, String... more) {
    return LockRequest.of(hub, () -> this, key, more);
  }

  /** To hold these, all together or not at all, in this session. */
  public LockRequest lock(List<Target> targets) {
    return LockRequest.of(hub, () -> this, targets);
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
    if (!markLost(reason)) {
      return;
    }
    List<SessionPart> rest = new ArrayList<>(parts.values());
    for (SessionPart part : rest) {
      if (reason == Loss.CLOSED) {
        part.end(reason);
      } else {
        part.endAndCloseLater(reason);
      }
    }
  }

  private boolean markLost(Loss reason) {
    List<Consumer<Loss>> told;
    lock.lock();
    try {
      if (loss != null) {
        return false;
      }
      loss = reason;
      told = List.copyOf(listeners);
      listeners.clear();
    } finally {
      lock.unlock();
    }
    if (reason != Loss.CLOSED) {
      log.warn("the session {} is lost: {}", clientName, reason.text());
    }
    told.forEach(listener -> hub.callbacks().execute(() -> tell(listener, reason)));
    return true;
  }

  private static void tell(Consumer<Loss> listener, Loss reason) {
    try {
      listener.accept(reason);
    } catch (RuntimeException | Error bug) {
      log.error("a listener failed when it was told that a session is lost", bug);
    }
  }

  CompletableFuture<@Nullable Void> closeOnLoop() {
    List<SessionPart> all = new ArrayList<>(parts.values());
    CompletableFuture<?>[] closed =
        all.stream().map(SessionPart::close).toArray(CompletableFuture<?>[]::new);
    var unused = markLost(Loss.CLOSED);
    return CompletableFuture.allOf(closed);
  }

  // -------------------------------------------------------------------------------- closing

  /**
   * Releases everything that is held in it and waits, for a while, for the service to say so.
   * Whoever still uses a hold of it is told that it is lost.
   */
  @Override
  public void close() {
    CompletableFuture<@Nullable Void> closed = startClose();
    try {
      Futures.await(closed, hub.timeout(), "closing a session");
    } catch (TenureException e) {
      log.warn("a session was closed, but the service has not said so: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Like {@link #close}, without waiting. */
  public CompletableFuture<@Nullable Void> closeAsync() {
    return Futures.handOver(startClose(), hub.completions());
  }

  CompletableFuture<@Nullable Void> startClose() {
    CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    Runnable close =
        () -> {
          var unused = closeOnLoop().whenComplete((done, thrown) -> closed.complete(null));
        };
    if (!hub.loop().offer(close)) {
      closed.complete(null); // The client is closed, and everything with it.
    }
    return closed;
  }
}
