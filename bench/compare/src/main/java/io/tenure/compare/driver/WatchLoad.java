package io.tenure.compare.driver;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Usage;
import io.tenure.compare.result.Watching;
import java.time.Duration;
import java.util.List;

/**
 * Watchers of a key that one worker acquires and releases at a fixed rate. The next change is not
 * made before everybody was told of the last one, or a limit has passed, so each notice belongs to
 * the change at hand. A change that comes late because of that is still measured from the time when
 * it was due.
 */
final class WatchLoad {
  /** Twenty changes a second: an acquire every 100 ms, and its release 50 ms later. */
  private static final long INTERVAL_NANOS = Duration.ofMillis(50).toNanos();

  private static final Duration TOLD_LIMIT = Duration.ofSeconds(1);

  private final Place place;
  private final Measurement measurement;
  private final String key;
  private final Tally tally = new Tally();
  private final Latencies delays = new Latencies();
  private final Latencies sinceIntended = new Latencies();
  private volatile Change current;
  private long changes;
  private long missing;

  WatchLoad(Place place, Measurement measurement, String key) {
    this.place = place;
    this.measurement = measurement;
    this.key = key;
    current = new Change(measurement.workers(), System.nanoTime());
  }

  Run run(Request request) throws Exception {
    Usage usage;
    double seconds;
    try (Connections watching = place.connect(measurement.connections());
        Connections working = place.connect(1)) {
      for (int i = 0; i < measurement.workers(); i++) {
        int number = i;
        watching.forWorker(i).watch(key, () -> current.told(number, System.nanoTime()));
      }
      GuardedLock lock =
          new GuardedLock(working.forWorker(0).mutex(key), place.guard(key, tally), true);
      changeFor(lock, measurement.rampSeconds(), false);
      Meter meter = new Meter(request.servers());
      changeFor(lock, measurement.seconds(), true);
      seconds = meter.seconds();
      usage = meter.usage();
    }
    new FreeCheck(place, tally, place.patience()).check(List.of(key));
    return result(request, seconds, usage);
  }

  private Run result(Request request, double seconds, Usage usage) {
    Watching watching = new Watching(changes, missing, delays.latency(), sinceIntended.latency());
    return new Run(
        place.system().name(),
        request.round(),
        measurement,
        seconds,
        changes * measurement.workers() - missing,
        tally.faults(),
        usage,
        null,
        null,
        null,
        List.of(),
        null,
        watching,
        changes == 0 ? "the watched key was never changed" : null);
  }

  private void changeFor(GuardedLock lock, double seconds, boolean counted)
      throws InterruptedException {
    long dueNanos = System.nanoTime();
    long endNanos = dueNanos + Math.round(seconds * 1e9);
    boolean held = false;
    while (dueNanos - endNanos < 0 || held) {
      Pauses.until(dueNanos);
      Change change = new Change(measurement.workers(), dueNanos);
      current = change;
      boolean wasHeld = held;
      held = !wasHeld;
      if (make(lock, wasHeld)) {
        settle(change, System.nanoTime(), counted);
      } else {
        held = false;
      }
      dueNanos += INTERVAL_NANOS;
    }
  }

  private boolean make(GuardedLock lock, boolean held) throws InterruptedException {
    try {
      if (held) {
        lock.release();
      } else {
        lock.acquire();
      }
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (held) {
        tally.lostGrant(key, e);
      } else {
        tally.error("acquire of " + key, e);
      }
      return false;
    }
  }

  private void settle(Change change, long returnedNanos, boolean counted)
      throws InterruptedException {
    boolean everybody = change.await(TOLD_LIMIT);
    if (!counted) {
      return;
    }
    changes++;
    if (!everybody) {
      System.err.println("change " + changes + ": not everybody was told");
    }
    for (int watcher = 0; watcher < measurement.workers(); watcher++) {
      if (change.wasTold(watcher)) {
        delays.record(change.toldNanos(watcher) - returnedNanos);
        sinceIntended.record(change.toldNanos(watcher) - change.dueNanos());
      } else {
        missing++;
      }
    }
  }
}
