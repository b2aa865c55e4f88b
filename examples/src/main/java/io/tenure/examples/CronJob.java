package io.tenure.examples;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import java.time.Duration;
import java.util.Optional;

/**
 * A job that cron starts on every machine and that must run on one of them: the process that gets
 * the lock runs it, the others exit. The clocks of the machines differ, so the lock is held for
 * longer than that difference even if the job ends sooner. A minute is usual; the example takes two
 * seconds.
 */
public final class CronJob {
  private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofSeconds(2);
  private static final Duration LONGEST_RUN = Duration.ofMinutes(10);

  private CronJob() {}

  /** Run it on several machines, or in several terminals, at the same time. */
  public static void main(String[] endpoints) throws InterruptedException {
    try (Tenure tenure = Tenure.connect(endpoints)) {
      System.out.println(
          runOnce(tenure, "/jobs/nightly-report", MAX_CLOCK_DIFFERENCE)
              ? "done"
              : "runs elsewhere");
    }
  }

  static boolean runOnce(Tenure tenure, String key, Duration atLeast) throws InterruptedException {
    Optional<Hold> lock = tenure.lock(key).holdAtMost(LONGEST_RUN).tryAcquire();
    if (lock.isEmpty()) {
      return false;
    }
    try (Hold hold = lock.get()) {
      long started = System.nanoTime();
      report(hold.token());
      long left = atLeast.toNanos() - (System.nanoTime() - started);
      Thread.sleep(Math.max(0, left / 1_000_000));
    }
    return true;
  }

  private static void report(long token) {
    System.out.println("writing the report, token " + token);
  }
}
