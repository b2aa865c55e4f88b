package io.tenure.compare.driver;

import io.tenure.compare.result.Holding;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Many keys that are held. Whether they really are is asked after the rest, by strangers that want
 * some of them: they must not get them before they are released, and must get them then.
 */
final class HolderLoad {
  private static final Duration FILL_LIMIT = Duration.ofMinutes(5);
  private static final Duration EMPTY_LIMIT = Duration.ofMinutes(5);
  private static final int STRANGERS = 16;
  private static final double STRANGERS_WAIT_SECONDS = 1;
  private static final int FREE_CHECKED = 1_000;

  private final Place place;
  private final Measurement measurement;
  private final List<String> keys;
  private final Tally tally = new Tally();
  private final List<Holder> holders = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private @Nullable Holding holding;
  private @Nullable Usage usage;

  HolderLoad(Place place, Measurement measurement, List<String> keys) {
    this.place = place;
    this.measurement = measurement;
    this.keys = keys;
  }

  Run run(Request request) throws Exception {
    List<Guard> guards = keys.stream().map(key -> place.guard(key, tally)).toList();
    try (Connections connections = place.connect(measurement.connections())) {
      hire(connections, guards);
      try {
        hold(request);
        boolean all = held() == keys.size();
        release(all ? guards.subList(0, Math.min(STRANGERS, guards.size())) : List.of());
      } finally {
        threads.forEach(Thread::interrupt);
      }
    }
    int step = Math.max(1, keys.size() / FREE_CHECKED);
    List<String> checked = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += step) {
      checked.add(keys.get(i));
    }
    new FreeCheck(place, tally, place.patience()).check(checked);
    return result(request);
  }

  private void hire(Connections connections, List<Guard> guards) {
    int count = connections.all().size();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) guards.size() * i / count);
      int to = (int) ((long) guards.size() * (i + 1) / count);
      Holder holder = new Holder(connections.forWorker(i), guards.subList(from, to), tally);
      Thread thread = new Thread(holder, "holder-" + i);
      thread.setDaemon(true);
      holders.add(holder);
      threads.add(thread);
    }
  }

  private void hold(Request request) throws InterruptedException {
    Meter before = new Meter(request.servers());
    double mibBefore = before.usage().serverMib();
    Meter filling = new Meter(request.servers());
    threads.forEach(Thread::start);
    awaitEach(Holder::filled, FILL_LIMIT);
    double fillSeconds = filling.seconds();
    Meter resting = new Meter(request.servers());
    Pauses.seconds(measurement.seconds());
    double restSeconds = resting.seconds();
    usage = resting.usage();
    holding = new Holding(held(), fillSeconds, restSeconds, mibBefore);
  }

  private void release(List<Guard> wanted) throws Exception {
    try (Connections strangers = place.connect(1)) {
      List<Worker> workers = new ArrayList<>();
      Worker.Listener listener = new Strangers(tally);
      for (Guard guard : wanted) {
        GuardedLock lock = new GuardedLock(strangers.forWorker(0).mutex(guard.key()), guard, true);
        workers.add(new Worker(List.of(lock), () -> 0, tally, listener));
      }
      Crew crew = new Crew(workers);
      crew.start();
      Pauses.seconds(STRANGERS_WAIT_SECONDS);
      // Each ends with its first grant, which the guard has checked.
      workers.forEach(Worker::stop);
      holders.forEach(holder -> holder.mayRelease().countDown());
      if (!awaitEach(Holder::emptied, EMPTY_LIMIT)) {
        tally.stuck("holders: not all released after " + EMPTY_LIMIT.toSeconds() + " s");
      }
      crew.stop(place.patience(), tally);
    }
  }

  private boolean awaitEach(Function<Holder, CountDownLatch> latch, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean all = true;
    for (Holder holder : holders) {
      all &= latch.apply(holder).await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    return all;
  }

  private int held() {
    return holders.stream().mapToInt(Holder::count).sum();
  }

  private Run result(Request request) {
    Holding result = Objects.requireNonNull(holding);
    String failure =
        result.held() == keys.size()
            ? null
            : "%,d of %,d keys held after %.0f s"
                .formatted(result.held(), keys.size(), result.fillSeconds());
    return new Run(
        place.system().name(),
        request.round(),
        measurement,
        result.fillSeconds(),
        result.held(),
        tally.faults(),
        usage,
        null,
        null,
        null,
        List.of(),
        result,
        null,
        failure);
  }

  /** Those who want what is held. Nothing of it is measured. */
  private record Strangers(Tally tally) implements Worker.Listener {
    @Override
    public void granted(Worker worker, long sentNanos, long grantedNanos) {
      worker.stop();
    }

    @Override
    public void released(Worker worker, long sentNanos, long grantedNanos, long releasedNanos) {
      // Once is enough.
    }

    @Override
    public void releaseFailed(String key, Exception e) {
      tally.lostGrant(key, e);
    }
  }
}
