package io.tenure.compare.driver;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keys that a program of its own holds while leaders die, and must still hold afterwards. */
final class KeptKeys implements AutoCloseable {
  private final Place place;
  private final Tally tally;
  private final List<Guard> guards;
  private final Connections connections;
  private final Holder holder;
  private final Thread thread;

  KeptKeys(Place place, List<String> keys, Tally tally) throws Exception {
    this.place = place;
    this.tally = tally;
    guards = keys.stream().map(key -> place.guard(key, tally)).toList();
    connections = place.connect(1);
    holder = new Holder(connections.forWorker(0), guards, tally, 1);
    thread = new Thread(holder, "kept-keys");
    thread.setDaemon(true);
  }

  /** Returns when they are held, or could not be had. */
  void hold() throws InterruptedException {
    thread.start();
    boolean filled = await(holder.filled(), place.patience());
    if (!filled || holder.count() < guards.size()) {
      throw new IllegalStateException(
          "%d of %d keys held before the first kill: %s"
              .formatted(holder.count(), guards.size(), tally.faults().examples()));
    }
  }

  /** Finds out whether they are still held, by strangers and by asking, and releases them. */
  void checkAndRelease() throws Exception {
    try (Strangers strangers = new Strangers(place, guards, tally)) {
      strangers.ask();
      holder.mayRelease().countDown();
      if (!await(holder.emptied(), place.patience())) {
        tally.stuck("kept keys: not all released after " + place.patience().toSeconds() + " s");
      }
      strangers.awaitGrants();
    }
  }

  private static boolean await(CountDownLatch latch, Duration limit) throws InterruptedException {
    return latch.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    connections.close();
  }
}
