package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.ClientPool;
import io.tenure.compare.driver.check.ExclusionMonitor;
import io.tenure.compare.driver.check.FaultCounter;
import io.tenure.compare.driver.check.SystemUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keys that a separate client holds while leaders fail. It must still hold them at the end. */
final class FailoverHolds implements AutoCloseable {
  private final SystemUnderTest system;
  private final FaultCounter faults;
  private final List<ExclusionMonitor> monitors;
  private final ClientPool client;
  private final KeyHolder holder;
  private final Thread thread;

  FailoverHolds(SystemUnderTest system, List<String> keys, FaultCounter faults) throws Exception {
    this.system = system;
    this.faults = faults;
    monitors = keys.stream().map(key -> system.monitor(key, faults)).toList();
    client = system.connect(1);
    holder = new KeyHolder(client.forWorker(0), monitors, faults, 1);
    thread = new Thread(holder, "failover-holds");
    thread.setDaemon(true);
  }

  /** Returns when all keys are held. */
  void acquireAll() throws InterruptedException {
    thread.start();
    boolean filled = await(holder.filled(), system.patience());
    if (!filled || holder.count() < monitors.size()) {
      throw new IllegalStateException(
          "only %d of %d keys acquired before the first failover: %s"
              .formatted(holder.count(), monitors.size(), faults.faults().examples()));
    }
  }

  /**
   * Checks with a competing client, and by asking the service, that all are held; releases them.
   */
  void verifyAndRelease() throws Exception {
    try (CompetingClient competitor = new CompetingClient(system, monitors, faults)) {
      competitor.requestAll();
      holder.mayRelease().countDown();
      if (!await(holder.released(), system.patience())) {
        faults.stuck(
            "keys held through failovers: not all released within "
                + system.patience().toSeconds()
                + " s");
      }
      competitor.awaitGrants();
    }
  }

  private static boolean await(CountDownLatch latch, Duration limit) throws InterruptedException {
    return latch.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    client.close();
  }
}
