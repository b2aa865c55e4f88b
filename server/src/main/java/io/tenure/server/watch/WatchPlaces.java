package io.tenure.server.watch;

import java.util.concurrent.atomic.AtomicInteger;

/** How many subscriptions a node may have, over all its shards. */
public final class WatchPlaces {
  private final int limit;
  private final AtomicInteger taken = new AtomicInteger();

  public WatchPlaces(int limit) {
    this.limit = limit;
  }

  boolean take() {
    if (taken.incrementAndGet() <= limit) {
      return true;
    }
    taken.decrementAndGet();
    return false;
  }

  void giveBack() {
    taken.decrementAndGet();
  }
}
