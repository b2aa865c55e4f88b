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
 * Many keys that are held. Whether they really are is found out after the rest: by strangers that
 * want some of them, and by asking the service about some more.
 */
final class HolderLoad {
  private static final Duration FILL_LIMIT = Duration.ofMinutes(5);
  private static final Duration EMPTY_LIMIT = Duration.ofMinutes(5);
  private static final int STRANGERS = 16;

  /** About as many are asked for before they are released, and wanted again afterwards. */
  private static final int CHECKED = 1_000;

  private final Place place;
  private final Measurement measurement;
  private final List<String> keys;
  private final int checkedEach;
  private final Tally tally = new Tally();
  private final List<Holder> holders = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private @Nullable Holding holding;
  private @Nullable Usage usage;

  HolderLoad(Place place, Measurement measurement, List<String> keys) {
    this.place = place;
    this.measurement = measurement;
    this.keys = keys;
    checkedEach = Math.max(1, keys.size() / CHECKED);
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
    List<String> checked = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += checkedEach) {
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
      Holder holder =
          new Holder(connections.forWorker(i), guards.subList(from, to), tally, checkedEach);
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
    Pauses.seconds(measurement.rampSeconds());
    Meter resting = new Meter(request.servers());
    Pauses.seconds(measurement.seconds());
    double restSeconds = resting.seconds();
    usage = resting.usage();
    holding = new Holding(held(), fillSeconds, restSeconds, mibBefore);
  }

  private void release(List<Guard> wanted) throws Exception {
    try (Strangers strangers = new Strangers(place, wanted, tally)) {
      strangers.ask();
      holders.forEach(holder -> holder.mayRelease().countDown());
      if (!awaitEach(Holder::emptied, EMPTY_LIMIT)) {
        tally.stuck("holders: not all released after " + EMPTY_LIMIT.toSeconds() + " s");
      }
      strangers.awaitGrants();
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
}
