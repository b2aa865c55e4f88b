package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.CheckedLock;
import io.tenure.compare.driver.check.ClientPool;
import io.tenure.compare.driver.check.ExclusionMonitor;
import io.tenure.compare.driver.check.FaultCounter;
import io.tenure.compare.driver.check.StuckKeyCheck;
import io.tenure.compare.driver.check.SystemUnderTest;
import io.tenure.compare.driver.meter.LatencyRecorder;
import io.tenure.compare.driver.meter.MeasuredServers;
import io.tenure.compare.driver.meter.ResourceMeter;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.RunBuilder;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/**
 * Pairs of acquire and release in a closed loop: each worker sends its next request when it has the
 * answer to the last one. The phases:
 *
 * <ol>
 *   <li>Each worker completes one pair and waits for the others, so that connecting is not timed.
 *   <li>A ramp, which does not count.
 *   <li>The measurement: every pair that completes in it counts, whenever it began.
 *   <li>Verification: workers go on and ask the service about each of their grants.
 * </ol>
 */
public final class PairLoad implements Worker.Listener {
  private static final double EXCLUSIVE_SHARE = 0.05;

  /** The first pair may take that many times the patience: clients connect then. */
  private static final int FIRST_PAIRS_PATIENCE = 2;

  private static final double VERIFICATION_SECONDS = 0.5;
  private static final double VERIFICATION_HOLD_SECONDS = 0.001;

  private final SystemUnderTest system;
  private final Measurement measurement;
  private final List<String> keys;
  private final FaultCounter faults = new FaultCounter();
  private final LatencyRecorder acquires = new LatencyRecorder();
  private final LatencyRecorder releases = new LatencyRecorder();
  private final LatencyRecorder pairs = new LatencyRecorder();
  private final CountDownLatch allConnected = new CountDownLatch(1);
  private volatile boolean counting;
  private volatile boolean verifying;

  /** A load that uses each of the keys, which nobody has used before. */
  public PairLoad(SystemUnderTest system, Measurement measurement, List<String> keys) {
    this.system = system;
    this.measurement = measurement;
    this.keys = keys;
  }

  /** Runs the load once and adds what was measured to the run. */
  public void run(RunBuilder run, MeasuredServers servers) throws Exception {
    try (ClientPool clients = system.connect(measurement.connections())) {
      WorkerGroup workers = new WorkerGroup(workers(clients));
      workers.start();
      Duration limit = system.patience().multipliedBy(FIRST_PAIRS_PATIENCE);
      long late = workers.awaitFirstPairs(limit);
      allConnected.countDown();
      if (late > 0) {
        workers.stop(system.patience(), faults);
        run.failure(
            "%d of %d workers did not acquire and release a lock within %d s"
                .formatted(late, measurement.workers(), limit.toSeconds()));
      } else {
        double seconds = measure(run, servers);
        verify();
        workers.stop(system.patience(), faults);
        addResult(run, workers, seconds);
      }
    }
    boolean shared = measurement.workload() == Workload.READERS;
    new StuckKeyCheck(system, faults, system.patience())
        .check(keys, shared ? LockClient::exclusive : LockClient::mutex);
    run.faults(faults.faults());
  }

  /** Returns how long it was measured. */
  private double measure(RunBuilder run, MeasuredServers servers) throws InterruptedException {
    Sleep.seconds(measurement.rampSeconds());
    ResourceMeter meter = new ResourceMeter(servers);
    counting = true;
    Sleep.seconds(measurement.seconds());
    counting = false;
    double seconds = meter.seconds();
    run.usage(meter.usage());
    return seconds;
  }

  private void addResult(RunBuilder run, WorkerGroup workers, double seconds) {
    long operations = workers.counted();
    run.counted(operations, seconds);
    run.latencies(acquires.latency(), releases.latency(), pairs.latency());
    run.fairness(measurement.workload() == Workload.CONTENDED ? workers.fairness() : null);
    if (operations == 0) {
      run.failure("nothing was granted during the measurement");
    }
  }

  /**
   * During the measurement a worker releases at once and trusts the answer. Now it asks the service
   * whether it holds the lock. Workers that share keys also hold for a while, since two concurrent
   * holders would rarely overlap otherwise.
   */
  private void verify() throws InterruptedException {
    verifying = true;
    Sleep.seconds(VERIFICATION_SECONDS);
  }

  private List<Worker> workers(ClientPool clients) throws Exception {
    List<ExclusionMonitor> monitors =
        keys.stream().map(key -> system.monitor(key, faults)).toList();
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < measurement.workers(); i++) {
      LockClient client = clients.forWorker(i);
      workers.add(
          measurement.workload() == Workload.READERS
              ? reader(client, monitors, i)
              : writer(client, monitors.get(i % monitors.size())));
    }
    return workers;
  }

  private Worker writer(LockClient client, ExclusionMonitor monitor) throws Exception {
    CheckedLock lock = CheckedLock.exclusive(client.mutex(monitor.key()), monitor);
    return Worker.of(lock, faults, this);
  }

  /** Each worker's sequence of keys and modes is the same for every system. */
  private Worker reader(LockClient client, List<ExclusionMonitor> monitors, int number)
      throws Exception {
    List<CheckedLock> locks = new ArrayList<>();
    for (ExclusionMonitor monitor : monitors) {
      locks.add(CheckedLock.shared(client.shared(monitor.key()), monitor));
    }
    for (ExclusionMonitor monitor : monitors) {
      locks.add(CheckedLock.exclusive(client.exclusive(monitor.key()), monitor));
    }
    SplittableRandom random = new SplittableRandom(number);
    int count = monitors.size();
    return new Worker(
        locks,
        () -> random.nextInt(count) + (random.nextDouble() < EXCLUSIVE_SHARE ? count : 0),
        faults,
        this);
  }

  @Override
  public void granted(Worker worker, CheckedLock lock, long sentNanos, long grantedNanos)
      throws InterruptedException {
    if (!verifying) {
      return;
    }
    lock.verifyHeld(faults);
    if (keys.size() < measurement.workers()) {
      Sleep.seconds(VERIFICATION_HOLD_SECONDS);
    }
  }

  @Override
  public void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos) {
    if (counting) {
      worker.counted().increment();
      acquires.record(grantedNanos - sentNanos);
      releases.record(releasedNanos - grantedNanos);
      pairs.record(releasedNanos - sentNanos);
    }
  }

  @Override
  public void firstPairDone() throws InterruptedException {
    allConnected.await();
  }

  @Override
  public void releaseFailed(String key, Exception e) {
    faults.lostGrant(key, e);
  }
}
