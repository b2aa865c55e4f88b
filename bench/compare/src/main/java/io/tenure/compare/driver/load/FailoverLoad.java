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
import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.RunBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Load during which the main process kills or freezes the leader. Errors are expected and only
 * counted: a release that was not answered because of the failure is not a lost grant. But a
 * separate client that acquired keys before the first failure must still hold them after the last.
 */
public final class FailoverLoad implements Worker.Listener {
  /** How many keys the separate client holds. */
  public static final int HELD_KEYS = 16;

  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);

  /** Locks of lost connections may have to expire before keys are free. */
  private static final int STUCK_KEY_PATIENCE = 3;

  private static final double POLL_SECONDS = 0.01;
  private static final double OBSERVED_AFTER_SECONDS = 1.5;
  private static final double OBSERVED_BEFORE_SECONDS = 1.2;

  /** The load has recovered when its rate is this share of the rate before the first failure. */
  private static final double RECOVERED = 0.7;

  private final SystemUnderTest system;
  private final Measurement measurement;
  private final List<String> keys;
  private final List<String> heldKeys;
  private final ClientPool clients;
  private final WorkerGroup workers;
  private final FaultCounter faults = new FaultCounter();
  private final FailoverHolds holds;
  private final Map<Worker, GrantLog> logs = new HashMap<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final LatencyRecorder acquires = new LatencyRecorder();
  private final LatencyRecorder releases = new LatencyRecorder();
  private final LatencyRecorder pairs = new LatencyRecorder();
  private final ResourceMeter meter;
  private double normalPerSecond;
  private long errorsBefore;

  /**
   * A load that is not started yet.
   *
   * @param keys keys of the workers, followed by {@link #HELD_KEYS} for the separate client
   */
  public FailoverLoad(
      SystemUnderTest system, Measurement measurement, List<String> keys, MeasuredServers servers)
      throws Exception {
    this.system = system;
    this.measurement = measurement;
    this.keys = keys.subList(0, keys.size() - HELD_KEYS);
    heldKeys = keys.subList(keys.size() - HELD_KEYS, keys.size());
    holds = new FailoverHolds(system, heldKeys, faults);
    clients = system.connect(measurement.connections());
    List<Worker> all = new ArrayList<>();
    for (int i = 0; i < measurement.workers(); i++) {
      ExclusionMonitor monitor = system.monitor(this.keys.get(i % this.keys.size()), faults);
      CheckedLock lock = CheckedLock.exclusive(clients.forWorker(i).mutex(monitor.key()), monitor);
      Worker worker = Worker.of(lock, faults, this);
      all.add(worker);
      logs.put(worker, new GrantLog());
    }
    workers = new WorkerGroup(all);
    meter = new ResourceMeter(servers);
  }

  /** Starts the load and returns when its normal rate is known. */
  public void start() throws InterruptedException {
    holds.acquireAll();
    workers.start();
    Sleep.seconds(measurement.rampSeconds());
    normalPerSecond = perSecond(measurement.seconds());
    prepareForFailure();
  }

  /** Waits until every worker was granted a lock again, and a while longer for the timeline. */
  public Gap awaitGap(long failedNanos) throws InterruptedException {
    GapDetector detector = new GapDetector(List.copyOf(logs.values()), failedNanos);
    while (!detector.over() && System.nanoTime() - failedNanos < Gap.LIMIT.toNanos()) {
      Sleep.seconds(POLL_SECONDS);
    }
    Sleep.seconds(OBSERVED_AFTER_SECONDS);
    Gap gap = detector.gap(System.nanoTime(), faults.errors() - errorsBefore);
    gaps.add(gap);
    return gap;
  }

  /** Returns when the load has recovered, or after a limit. */
  public void settle() throws InterruptedException {
    long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
    while (perSecond(1) < RECOVERED * normalPerSecond && System.nanoTime() - deadline < 0) {
      // perSecond has slept.
    }
    prepareForFailure();
  }

  /** Stops the load and adds what was measured to the run. */
  public void end(RunBuilder run) throws Exception {
    double seconds = meter.seconds();
    // A worker may wait behind its own lost request. The gap shows that, and it is no stuck key
    // unless the lost request outlives its client.
    workers.stop(
        system.patience(),
        name -> faults.error(name, new TimeoutException("no grant after a failover")));
    clients.close();
    try (holds) {
      holds.verifyAndRelease();
    }
    List<String> all = Stream.concat(keys.stream(), heldKeys.stream()).toList();
    new StuckKeyCheck(system, faults, system.patience().multipliedBy(STUCK_KEY_PATIENCE))
        .check(all);
    run.counted(workers.counted(), seconds)
        .faults(faults.faults())
        .latencies(acquires.latency(), releases.latency(), pairs.latency())
        .gaps(gaps);
  }

  /** Forgets the grants so far and waits for those that the timeline shows before the failure. */
  private void prepareForFailure() throws InterruptedException {
    logs.values().forEach(GrantLog::clear);
    Sleep.seconds(OBSERVED_BEFORE_SECONDS);
    errorsBefore = faults.errors();
  }

  private double perSecond(double seconds) throws InterruptedException {
    long before = workers.counted();
    long sinceNanos = System.nanoTime();
    Sleep.seconds(seconds);
    return (workers.counted() - before) * 1e9 / (System.nanoTime() - sinceNanos);
  }

  @Override
  public void granted(Worker worker, CheckedLock lock, long sentNanos, long grantedNanos) {
    log(worker).add(sentNanos, grantedNanos);
  }

  @Override
  public void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos) {
    worker.counted().increment();
    acquires.record(grantedNanos - sentNanos);
    releases.record(releasedNanos - grantedNanos);
    pairs.record(releasedNanos - sentNanos);
  }

  @Override
  public void releaseFailed(String key, Exception e) {
    faults.error("release of " + key, e);
  }

  private GrantLog log(Worker worker) {
    GrantLog log = logs.get(worker);
    if (log == null) {
      throw new IllegalStateException("worker: unknown (expected: one of this load)");
    }
    return log;
  }
}
