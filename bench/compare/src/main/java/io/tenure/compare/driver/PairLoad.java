package io.tenure.compare.driver;

import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Usage;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of acquire and release in a closed loop: each worker asks again when it has its answer.
 * When each has done it once, and waited for the others, a ramp begins; what completes between that
 * and the end counts, whenever it began.
 */
final class PairLoad implements Worker.Listener {
  private static final double WRITERS = 0.05;

  /** How many times the patience all may need to get their first lock: clients connect then. */
  private static final int FIRST_PAIRS_PATIENCE = 2;

  private static final double PROOF_SECONDS = 0.5;
  private static final double PROOF_HOLD_SECONDS = 0.001;

  private final Place place;
  private final Measurement measurement;
  private final List<String> keys;
  private final Tally tally = new Tally();
  private final Latencies acquires = new Latencies();
  private final Latencies pairs = new Latencies();
  private final CountDownLatch everybodyIsThere = new CountDownLatch(1);
  private volatile boolean counting;
  private volatile boolean proving;
  private double seconds;
  private @Nullable Usage usage;
  private @Nullable String failure;

  PairLoad(Place place, Measurement measurement, List<String> keys) {
    this.place = place;
    this.measurement = measurement;
    this.keys = keys;
  }

  Run run(Request request) throws Exception {
    Crew crew;
    try (Connections connections = place.connect(measurement.connections())) {
      crew = new Crew(workers(connections));
      crew.start();
      Duration limit = place.patience().multipliedBy(FIRST_PAIRS_PATIENCE);
      long late = crew.awaitFirstPairs(limit);
      everybodyIsThere.countDown();
      if (late > 0) {
        failure =
            "%d of %d workers have not got and released a lock after %d s"
                .formatted(late, measurement.workers(), limit.toSeconds());
      } else {
        count(request);
        prove();
      }
      crew.stop(place.patience(), tally);
    }
    boolean mixed = measurement.workload() == Workload.READERS;
    new FreeCheck(place, tally, place.patience())
        .check(keys, mixed ? LockClient::exclusive : LockClient::mutex);
    return result(request, crew);
  }

  private void count(Request request) throws InterruptedException {
    Pauses.seconds(measurement.rampSeconds());
    Meter meter = new Meter(request.servers());
    counting = true;
    Pauses.seconds(measurement.seconds());
    counting = false;
    seconds = meter.seconds();
    usage = meter.usage();
  }

  /**
   * While it counts, a worker releases at once and believes what it was told. Afterwards it asks
   * the service whether it holds, and where workers share keys they stay inside for a while: two
   * that are inside together would rarely meet otherwise.
   */
  private void prove() throws InterruptedException {
    proving = true;
    Pauses.seconds(PROOF_SECONDS);
  }

  private Run result(Request request, Crew crew) {
    long operations = crew.workers().stream().mapToLong(worker -> worker.counted().sum()).sum();
    if (failure == null && operations == 0) {
      failure = "nothing was granted";
    }
    return new Run(
        place.system().name(),
        request.round(),
        measurement,
        seconds,
        operations,
        tally.faults(),
        usage,
        acquires.latency(),
        pairs.latency(),
        measurement.workload() == Workload.CONTENDED ? fairness(crew) : null,
        List.of(),
        null,
        null,
        failure);
  }

  /** A worker that got nothing at all counts as one that got it once, to have a number. */
  private static double fairness(Crew crew) {
    long fastest =
        crew.workers().stream().mapToLong(worker -> worker.counted().sum()).max().orElse(0);
    long slowest =
        crew.workers().stream().mapToLong(worker -> worker.counted().sum()).min().orElse(0);
    return (double) fastest / Math.max(1, slowest);
  }

  private List<Worker> workers(Connections connections) throws Exception {
    List<Guard> guards = keys.stream().map(key -> place.guard(key, tally)).toList();
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < measurement.workers(); i++) {
      LockClient client = connections.forWorker(i);
      workers.add(
          measurement.workload() == Workload.READERS
              ? reader(client, guards, i)
              : writer(client, guards.get(i % guards.size())));
    }
    return workers;
  }

  private Worker writer(LockClient client, Guard guard) throws Exception {
    GuardedLock lock = new GuardedLock(client.mutex(guard.key()), guard, true);
    return new Worker(List.of(lock), () -> 0, tally, this);
  }

  /** The same sequence of keys and modes for every system. */
  private Worker reader(LockClient client, List<Guard> guards, int number) throws Exception {
    List<GuardedLock> locks = new ArrayList<>();
    for (Guard guard : guards) {
      locks.add(new GuardedLock(client.shared(guard.key()), guard, false));
    }
    for (Guard guard : guards) {
      locks.add(new GuardedLock(client.exclusive(guard.key()), guard, true));
    }
    SplittableRandom random = new SplittableRandom(number);
    int count = guards.size();
    return new Worker(
        locks,
        () -> random.nextInt(count) + (random.nextDouble() < WRITERS ? count : 0),
        tally,
        this);
  }

  @Override
  public void granted(Worker worker, GuardedLock lock, long sentNanos, long grantedNanos)
      throws InterruptedException {
    if (!proving) {
      return;
    }
    lock.askService(tally);
    if (keys.size() < measurement.workers()) {
      Pauses.seconds(PROOF_HOLD_SECONDS);
    }
  }

  @Override
  public void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos) {
    if (counting) {
      worker.counted().increment();
      acquires.record(grantedNanos - sentNanos);
      pairs.record(releasedNanos - sentNanos);
    }
  }

  @Override
  public void isThere() throws InterruptedException {
    everybodyIsThere.await();
  }

  @Override
  public void releaseFailed(String key, Exception e) {
    tally.lostGrant(key, e);
  }
}
