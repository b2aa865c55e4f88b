package io.tenure.compare.driver;

import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Load during which somebody else kills the leader. Errors are expected and only counted: a release
 * whose answer died with the leader is none that was lost. But what another program has held before
 * the first kill must still be held after the last.
 */
final class FailoverLoad implements Worker.Listener {
  /** How many keys the other program holds. */
  static final int KEPT = 16;

  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);

  /** What a dead connection has left behind may have to expire first. */
  private static final int MORE_PATIENCE = 3;

  private static final double POLL_SECONDS = 0.01;
  private static final double WATCHED_AFTER_SECONDS = 1.5;
  private static final double WATCHED_BEFORE_SECONDS = 1.2;

  /** Normal again: this much of what it was before anything was killed. */
  private static final double NORMAL = 0.7;

  private final Place place;
  private final Measurement measurement;
  private final List<String> keys;
  private final List<String> kept;
  private final Connections connections;
  private final Crew crew;
  private final Tally tally = new Tally();
  private final KeptKeys keptKeys;
  private final Map<Worker, GrantLog> logs = new HashMap<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final Latencies acquires = new Latencies();
  private final Latencies pairs = new Latencies();
  private final Meter meter;
  private double normalPerSecond;
  private long errorsBefore;

  /**
   * With keys for the load.
   *
   * @param kept keys that are held all the time
   */
  FailoverLoad(Place place, Request request, List<String> keys, List<String> kept)
      throws Exception {
    this.place = place;
    this.measurement = request.measurement();
    this.keys = keys;
    this.kept = kept;
    keptKeys = new KeptKeys(place, kept, tally);
    connections = place.connect(measurement.connections());
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < measurement.workers(); i++) {
      Guard guard = place.guard(keys.get(i % keys.size()), tally);
      GuardedLock lock = new GuardedLock(connections.forWorker(i).mutex(guard.key()), guard, true);
      Worker worker = new Worker(List.of(lock), () -> 0, tally, this);
      workers.add(worker);
      logs.put(worker, new GrantLog());
    }
    crew = new Crew(workers);
    meter = new Meter(request.servers());
  }

  /** Returns when it is known what is normal. */
  void start() throws InterruptedException {
    keptKeys.hold();
    crew.start();
    Pauses.seconds(measurement.rampSeconds());
    normalPerSecond = perSecond(measurement.seconds());
    arm();
  }

  /** Waits until every worker was served again, and a while longer for the picture. */
  Gap awaitGap(long killedNanos) throws InterruptedException {
    Outage outage = new Outage(List.copyOf(logs.values()), killedNanos);
    while (!outage.over() && System.nanoTime() - killedNanos < Gap.LIMIT.toNanos()) {
      Pauses.seconds(POLL_SECONDS);
    }
    Pauses.seconds(WATCHED_AFTER_SECONDS);
    Gap gap = outage.gap(System.nanoTime(), tally.errors() - errorsBefore);
    gaps.add(gap);
    return gap;
  }

  /** Returns when the load is about what it was, or has stayed below it for long. */
  void settle() throws InterruptedException {
    long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
    while (perSecond(1) < NORMAL * normalPerSecond && System.nanoTime() - deadline < 0) {
      // Measuring took the time.
    }
    arm();
  }

  Run end(Request request) throws Exception {
    double seconds = meter.seconds();
    // One that waits for what its own lost request may hold shows in the gap, and costs no key
    // unless that outlives its program.
    crew.stop(
        place.patience(), name -> tally.error(name, new TimeoutException("not served any more")));
    connections.close();
    try (keptKeys) {
      keptKeys.checkAndRelease();
    }
    List<String> all = Stream.concat(keys.stream(), kept.stream()).toList();
    new FreeCheck(place, tally, place.patience().multipliedBy(MORE_PATIENCE)).check(all);
    return new Run(
        place.system().name(),
        request.round(),
        measurement,
        seconds,
        crew.workers().stream().mapToLong(worker -> worker.counted().sum()).sum(),
        tally.faults(),
        null,
        acquires.latency(),
        pairs.latency(),
        null,
        List.copyOf(gaps),
        null,
        null,
        null);
  }

  /** Forgets the grants so far and waits for those that a timeline shows before the kill. */
  private void arm() throws InterruptedException {
    logs.values().forEach(GrantLog::clear);
    Pauses.seconds(WATCHED_BEFORE_SECONDS);
    errorsBefore = tally.errors();
  }

  private double perSecond(double seconds) throws InterruptedException {
    long before = granted();
    long sinceNanos = System.nanoTime();
    Pauses.seconds(seconds);
    return (granted() - before) * 1e9 / (System.nanoTime() - sinceNanos);
  }

  private long granted() {
    return crew.workers().stream().mapToLong(worker -> worker.counted().sum()).sum();
  }

  @Override
  public void granted(Worker worker, GuardedLock lock, long sentNanos, long grantedNanos) {
    log(worker).add(sentNanos, grantedNanos);
  }

  @Override
  public void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos) {
    worker.counted().increment();
    acquires.record(grantedNanos - sentNanos);
    pairs.record(releasedNanos - sentNanos);
  }

  @Override
  public void releaseFailed(String key, Exception e) {
    tally.error("release of " + key, e);
  }

  private GrantLog log(Worker worker) {
    GrantLog log = logs.get(worker);
    if (log == null) {
      throw new IllegalStateException("worker: not one of this load");
    }
    return log;
  }
}
