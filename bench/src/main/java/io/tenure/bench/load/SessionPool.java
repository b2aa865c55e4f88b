package io.tenure.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sessions, spread over the lanes. Each is kept alive once in a third of its TTL, at a time of its
 * own, so that keep-alives are sent at an even pace.
 */
final class SessionPool {
  private static final int KEEP_ALIVES_PER_TTL = 3;
  private static final long TICK_MILLIS = 5;

  /** How many may be opened or closed at the same time. */
  private static final int WINDOW = 512;

  private final Loop loop;
  private final long ttlMillis;
  private final List<Session> sessions = new ArrayList<>();
  private final CompletableFuture<Void> allOpened = new CompletableFuture<>();
  private final CompletableFuture<Void> allGone = new CompletableFuture<>();
  private final Latencies keepAlives = new Latencies();
  private final long startNanos = System.nanoTime();
  private int opened;
  private int nextToOpen;
  private int nextToClose;
  private int gone;
  private long lost;
  private long late;
  private long visited;

  SessionPool(List<Lane> lanes, int count, Duration ttl) {
    this.loop = lanes.get(0).loop();
    this.ttlMillis = ttl.toMillis();
    SplittableRandom nonces = new SplittableRandom();
    for (int i = 0; i < count; i++) {
      sessions.add(new Session(lanes.get(i % lanes.size()), this, nonces.nextLong()));
    }
  }

  long ttlMillis() {
    return ttlMillis;
  }

  Session get(int index) {
    return sessions.get(index % sessions.size());
  }

  int size() {
    return sessions.size();
  }

  /** Opens all, and keeps those alive that are. */
  CompletableFuture<Void> open() {
    loop.execute(
        () -> {
          loop.every(TICK_MILLIS, this::tick);
          while (nextToOpen < Math.min(WINDOW, sessions.size())) {
            sessions.get(nextToOpen++).open();
          }
        });
    return allOpened;
  }

  void opened() {
    if (nextToOpen < sessions.size()) {
      sessions.get(nextToOpen++).open();
    }
    if (++opened == sessions.size()) {
      allOpened.complete(null);
    }
  }

  CompletableFuture<Void> close() {
    loop.execute(
        () -> {
          for (int i = 0; i < WINDOW; i++) {
            closeNext();
          }
        });
    return allGone;
  }

  private void closeNext() {
    while (nextToClose < sessions.size()) {
      Session session = sessions.get(nextToClose++);
      if (session.id() != 0) {
        session.close();
        return;
      }
    }
    if (gone == sessions.size()) {
      allGone.complete(null);
    }
  }

  void closed() {
    gone++;
    closeNext();
  }

  /** A session had expired, or was never known. */
  void lost() {
    lost++;
    gone++;
  }

  void keptAlive(long nanos) {
    keepAlives.record(nanos);
  }

  private void tick() {
    double periodNanos = TimeUnit.MILLISECONDS.toNanos(ttlMillis) / (double) KEEP_ALIVES_PER_TTL;
    long due = (long) ((System.nanoTime() - startNanos) / periodNanos * sessions.size());
    while (visited < due) {
      Session session = sessions.get((int) (visited++ % sessions.size()));
      if (session.id() != 0 && !session.keepAlive()) {
        late++;
      }
    }
  }

  Latencies keepAlives() {
    return keepAlives;
  }

  /** Sessions that the service no longer knew. */
  long lostCount() {
    return lost;
  }

  /** Keep-alives that were due while the one before was not acknowledged. */
  long lateCount() {
    return late;
  }

  void reset() {
    keepAlives.reset();
    late = 0;
  }
}
