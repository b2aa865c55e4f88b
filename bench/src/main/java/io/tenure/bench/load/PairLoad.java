package io.tenure.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Workers that take and give back as fast as they are answered, each going round its keys. */
final class PairLoad implements PairListener {
  private final List<Worker> workers = new ArrayList<>();
  private final Latencies acquires = new Latencies();
  private final Latencies releases = new Latencies();
  private final Latencies handOffs = new Latencies();
  private final CompletableFuture<Void> allIdle = new CompletableFuture<>();
  private @Nullable Outage outage;
  private boolean stopping;
  private int idle;
  private long pairs;
  private long lastGrantNanos;
  private long longestSilenceNanos;

  void add(Session session, String owner, LoadKey... keys) {
    workers.add(new Worker(session, owner, this, keys));
  }

  void start() {
    lastGrantNanos = System.nanoTime();
    workers.forEach(this::next);
  }

  /** Completes when every worker has given back what it held. */
  CompletableFuture<Void> stop() {
    stopping = true;
    return allIdle;
  }

  private void next(Worker worker) {
    if (!stopping) {
      worker.acquireNext();
    } else if (++idle == workers.size()) {
      allIdle.complete(null);
    }
  }

  @Override
  public void granted(Worker worker, Link from, long nowNanos) {
    acquires.record(nowNanos - worker.submittedNanos);
    long releaseSentNanos = worker.key().releaseSentNanos();
    if (releaseSentNanos > worker.submittedNanos) {
      handOffs.record(nowNanos - releaseSentNanos);
    }
    longestSilenceNanos = Math.max(longestSilenceNanos, nowNanos - lastGrantNanos);
    lastGrantNanos = nowNanos;
    if (outage != null) {
      outage.granted(worker, from, nowNanos);
    }
    worker.release();
  }

  @Override
  public void released(Worker worker, long nowNanos) {
    releases.record(nowNanos - worker.submittedNanos);
    pairs++;
    next(worker);
  }

  void reset() {
    acquires.reset();
    releases.reset();
    handOffs.reset();
    pairs = 0;
    longestSilenceNanos = 0;
  }

  void expect(Outage next) {
    outage = next;
    longestSilenceNanos = 0;
  }

  long pairs() {
    return pairs;
  }

  Latencies acquires() {
    return acquires;
  }

  Latencies releases() {
    return releases;
  }

  /** From the release being sent to the grant of who waited for it. */
  Latencies handOffs() {
    return handOffs;
  }

  /** The longest time between two grants, whoever got them. */
  long longestSilenceNanos() {
    return longestSilenceNanos;
  }
}
