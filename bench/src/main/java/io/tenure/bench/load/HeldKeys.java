package io.tenure.bench.load;

import io.tenure.protocol.v1.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One key for each session, taken and kept. */
final class HeldKeys implements PairListener {
  /** How many are asked for at the same time. */
  private static final int WINDOW = 512;

  private final List<Worker> holders = new ArrayList<>();
  private final CompletableFuture<Void> allHeld = new CompletableFuture<>();
  private int next;
  private int held;

  HeldKeys(SessionPool pool, String prefix) {
    for (int i = 0; i < pool.size(); i++) {
      LoadKey key = new LoadKey(prefix + "/" + i, Mode.EXCLUSIVE);
      holders.add(new Worker(pool.get(i), "holder", this, key));
    }
  }

  CompletableFuture<Void> take() {
    while (next < Math.min(WINDOW, holders.size())) {
      holders.get(next++).acquireNext();
    }
    return allHeld;
  }

  @Override
  public void granted(Worker worker, Link from, long nowNanos) {
    if (next < holders.size()) {
      holders.get(next++).acquireNext();
    }
    if (++held == holders.size()) {
      allHeld.complete(null);
    }
  }

  @Override
  public void released(Worker worker, long nowNanos) {
    throw new IllegalStateException("released, but nobody asked for it: " + worker);
  }
}
