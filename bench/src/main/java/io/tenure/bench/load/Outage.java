package io.tenure.bench.load;

import java.util.concurrent.CompletableFuture;

/** Waits for the first grant by another server to a request that was made after the leader went. */
final class Outage {
  private final Server victim;
  private final long sinceNanos;
  private final CompletableFuture<Long> gapNanos = new CompletableFuture<>();

  Outage(Server victim, long sinceNanos) {
    this.victim = victim;
    this.sinceNanos = sinceNanos;
  }

  void granted(Worker worker, Link from, long nowNanos) {
    if (worker.submittedNanos >= sinceNanos && !from.server.equals(victim)) {
      gapNanos.complete(nowNanos - sinceNanos);
    }
  }

  CompletableFuture<Long> gapNanos() {
    return gapNanos;
  }
}
