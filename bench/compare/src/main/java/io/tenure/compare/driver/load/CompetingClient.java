package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.CheckedLock;
import io.tenure.compare.driver.check.ClientPool;
import io.tenure.compare.driver.check.ExclusionMonitor;
import io.tenure.compare.driver.check.FaultCounter;
import io.tenure.compare.driver.check.SystemUnderTest;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that requests keys that another one holds. It must not be granted any before their
 * release, which the monitors of the keys notice, and must be granted all after it.
 */
final class CompetingClient implements Worker.Listener, AutoCloseable {
  private static final double WAIT_SECONDS = 1;

  private final SystemUnderTest system;
  private final FaultCounter faults;
  private final ClientPool client;
  private final WorkerGroup workers;

  CompetingClient(SystemUnderTest system, List<ExclusionMonitor> wanted, FaultCounter faults)
      throws Exception {
    this.system = system;
    this.faults = faults;
    client = system.connect(1);
    List<Worker> workers = new ArrayList<>();
    for (ExclusionMonitor monitor : wanted) {
      CheckedLock lock = CheckedLock.exclusive(client.forWorker(0).mutex(monitor.key()), monitor);
      workers.add(Worker.of(lock, faults, this));
    }
    this.workers = new WorkerGroup(workers);
  }

  /** Requests all keys, and returns after a second, in which none may be granted. */
  void requestAll() throws InterruptedException {
    workers.start();
    Sleep.seconds(WAIT_SECONDS);
    // Each worker ends after its first grant.
    workers.stopSoon();
  }

  /** The keys were released: waits until all are granted. */
  void awaitGrants() throws InterruptedException {
    workers.stop(system.patience(), faults);
  }

  @Override
  public void close() throws InterruptedException {
    client.close();
  }

  @Override
  public void granted(Worker worker, CheckedLock lock, long sentNanos, long grantedNanos) {
    worker.stop();
  }

  @Override
  public void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos) {
    // Nothing to count.
  }

  @Override
  public void releaseFailed(String key, Exception e) {
    faults.lostGrant(key, e);
  }
}
