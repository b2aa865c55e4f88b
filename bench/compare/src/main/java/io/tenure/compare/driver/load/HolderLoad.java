package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.ClientPool;
import io.tenure.compare.driver.check.ExclusionMonitor;
import io.tenure.compare.driver.check.FaultCounter;
import io.tenure.compare.driver.check.StuckKeyCheck;
import io.tenure.compare.driver.check.SystemUnderTest;
import io.tenure.compare.driver.meter.MeasuredServers;
import io.tenure.compare.driver.meter.ResourceMeter;
import io.tenure.compare.result.HolderResult;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.RunBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are held. CPU time and memory are measured while nothing happens but keep-alives. Then
 * a competing client requests some of the keys, and the service is asked about more of them, to
 * check that they were really held.
 */
public final class HolderLoad {
  private static final Duration FILL_LIMIT = Duration.ofMinutes(5);
  private static final Duration RELEASE_LIMIT = Duration.ofMinutes(5);
  private static final int COMPETED_FOR = 16;

  /** About as many keys are verified before the release, and acquired again after it. */
  private static final int VERIFIED = 1_000;

  private final SystemUnderTest system;
  private final Measurement measurement;
  private final List<String> keys;
  private final int verifyEach;
  private final FaultCounter faults = new FaultCounter();
  private final List<KeyHolder> holders = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Holders of these keys, which nobody has used before. */
  public HolderLoad(SystemUnderTest system, Measurement measurement, List<String> keys) {
    this.system = system;
    this.measurement = measurement;
    this.keys = keys;
    verifyEach = Math.max(1, keys.size() / VERIFIED);
  }

  /** Runs the load once and adds what was measured to the run. */
  public void run(RunBuilder run, MeasuredServers servers) throws Exception {
    List<ExclusionMonitor> monitors =
        keys.stream().map(key -> system.monitor(key, faults)).toList();
    try (ClientPool clients = system.connect(measurement.connections())) {
      createHolders(clients, monitors);
      try {
        HolderResult result = measure(run, servers);
        addResult(run, result);
        boolean all = result.held() == keys.size();
        release(all ? monitors.subList(0, Math.min(COMPETED_FOR, keys.size())) : List.of());
      } finally {
        threads.forEach(Thread::interrupt);
      }
    }
    List<String> checked = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += verifyEach) {
      checked.add(keys.get(i));
    }
    new StuckKeyCheck(system, faults, system.patience()).check(checked);
    run.faults(faults.faults());
  }

  private void createHolders(ClientPool clients, List<ExclusionMonitor> monitors) {
    int count = clients.all().size();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) monitors.size() * i / count);
      int to = (int) ((long) monitors.size() * (i + 1) / count);
      KeyHolder holder =
          new KeyHolder(clients.forWorker(i), monitors.subList(from, to), faults, verifyEach);
      Thread thread = new Thread(holder, "holder-" + i);
      thread.setDaemon(true);
      holders.add(holder);
      threads.add(thread);
    }
  }

  private HolderResult measure(RunBuilder run, MeasuredServers servers)
      throws InterruptedException {
    @Nullable Double mibBefore = new ResourceMeter(servers).usage().serverMib();
    ResourceMeter filling = new ResourceMeter(servers);
    threads.forEach(Thread::start);
    awaitEach(KeyHolder::filled, FILL_LIMIT);
    double fillSeconds = filling.seconds();
    Sleep.seconds(measurement.rampSeconds());
    ResourceMeter resting = new ResourceMeter(servers);
    Sleep.seconds(measurement.seconds());
    double restSeconds = resting.seconds();
    run.usage(resting.usage());
    return new HolderResult(held(), fillSeconds, restSeconds, mibBefore);
  }

  private void addResult(RunBuilder run, HolderResult result) {
    run.counted(result.held(), result.fillSeconds()).holding(result);
    if (result.held() < keys.size()) {
      run.failure(
          "%,d of %,d keys held after %.0f s"
              .formatted(result.held(), keys.size(), result.fillSeconds()));
    }
  }

  private void release(List<ExclusionMonitor> wanted) throws Exception {
    try (CompetingClient competitor = new CompetingClient(system, wanted, faults)) {
      competitor.requestAll();
      holders.forEach(holder -> holder.mayRelease().countDown());
      if (!awaitEach(KeyHolder::released, RELEASE_LIMIT)) {
        faults.stuck("not all keys released within " + RELEASE_LIMIT.toSeconds() + " s");
      }
      competitor.awaitGrants();
    }
  }

  private boolean awaitEach(Function<KeyHolder, CountDownLatch> latch, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean all = true;
    for (KeyHolder holder : holders) {
      all &= latch.apply(holder).await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    return all;
  }

  private int held() {
    return holders.stream().mapToInt(KeyHolder::count).sum();
  }
}
