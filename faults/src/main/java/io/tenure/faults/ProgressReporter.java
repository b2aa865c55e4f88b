package io.tenure.faults;

import io.tenure.faults.history.Entry;
import io.tenure.faults.work.Workers;
import io.tenure.faults.work.watch.GrantCount;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Prints the progress of a run from time to time, and reports clients that have exited. */
final class ProgressReporter implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(500);

  /** A shorter run prints its faults only. */
  private static final int LOOKS_PER_WORD = 20;

  private final ConsoleOutput screen;
  private final Workers workers;
  private final GrantCount grants;
  private final long endNanos;
  private final AtomicInteger faults = new AtomicInteger();
  private final Set<String> dead = new LinkedHashSet<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
          });
  private long looks;

  private ProgressReporter(
      ConsoleOutput screen, Workers workers, GrantCount grants, Duration time) {
    this.screen = screen;
    this.workers = workers;
    this.grants = grants;
    this.endNanos = System.nanoTime() + time.toNanos();
  }

  /**
   * Starts.
   *
   * @param time how long the run is to last from now on
   */
  static ProgressReporter start(
      ConsoleOutput screen, Workers workers, GrantCount grants, Duration time) {
    ProgressReporter lookout = new ProgressReporter(screen, workers, grants, time);
    var unused =
        lookout.timer.scheduleWithFixedDelay(
            lookout::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    return lookout;
  }

  /** A fault is over. */
  void ended(Entry.Fault fault) {
    faults.incrementAndGet();
  }

  private void look() {
    for (String name : workers.dead()) {
      if (dead.add(name)) {
        screen.step("client process " + name + " EXITED UNEXPECTEDLY; see its log");
      }
    }
    if (++looks % LOOKS_PER_WORD == 0) {
      long leftSeconds = TimeUnit.NANOSECONDS.toSeconds(endNanos - System.nanoTime());
      screen.step(
          String.format(
              Locale.ROOT,
              "… %,d grants, %d faults over, %s left",
              grants.count(),
              faults.get(),
              time(Math.max(0, leftSeconds))));
    }
  }

  private static String time(long seconds) {
    return seconds < 120 ? seconds + " s" : (seconds + 30) / 60 + " min";
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
