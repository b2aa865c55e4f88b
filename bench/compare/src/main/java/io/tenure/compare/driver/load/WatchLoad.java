package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.CheckedLock;
import io.tenure.compare.driver.check.ClientPool;
import io.tenure.compare.driver.check.ExclusionMonitor;
import io.tenure.compare.driver.check.FaultCounter;
import io.tenure.compare.driver.check.StuckKeyCheck;
import io.tenure.compare.driver.check.SystemUnderTest;
import io.tenure.compare.driver.meter.MeasuredServers;
import io.tenure.compare.driver.meter.ResourceMeter;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.RunBuilder;
import io.tenure.compare.system.LockClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Watches of keys that are acquired and released at a fixed rate, by one client with a few threads.
 * Watch i is of key i modulo the number of keys.
 */
public final class WatchLoad {
  private static final int MAX_CHANGERS = 16;

  private final SystemUnderTest system;
  private final Measurement measurement;
  private final List<String> keys;
  private final FaultCounter faults = new FaultCounter();

  /** Watches of these keys, which nobody has used before. */
  public WatchLoad(SystemUnderTest system, Measurement measurement, List<String> keys) {
    this.system = system;
    this.measurement = measurement;
    this.keys = keys;
  }

  /** Runs the load once and adds what was measured to the run. */
  public void run(RunBuilder run, MeasuredServers servers) throws Exception {
    WatchStats stats = new WatchStats();
    try (ClientPool watching = system.connect(measurement.connections());
        ClientPool changing = system.connect(1)) {
      List<WatchedKey> watched = watched(changing.forWorker(0));
      for (int i = 0; i < measurement.workers(); i++) {
        watched.get(i % watched.size()).watch(watching.forWorker(i));
      }
      List<KeyChanger> changers = changers(watched);
      List<ExecutorService> threads =
          changers.stream().map(changer -> Executors.newSingleThreadExecutor()).toList();
      try {
        change(changers, threads, measurement.rampSeconds(), new WatchStats());
        ResourceMeter meter = new ResourceMeter(servers);
        change(changers, threads, measurement.seconds(), stats);
        run.counted(stats.received(), meter.seconds());
        run.usage(meter.usage());
      } finally {
        threads.forEach(ExecutorService::shutdownNow);
      }
    }
    new StuckKeyCheck(system, faults, system.patience()).check(keys);
    run.faults(faults.faults()).watching(stats.result());
    if (stats.changes() == 0) {
      run.failure("no watched key could be changed");
    }
  }

  private List<WatchedKey> watched(LockClient client) throws Exception {
    List<WatchedKey> watched = new ArrayList<>();
    for (String key : keys) {
      ExclusionMonitor monitor = system.monitor(key, faults);
      watched.add(new WatchedKey(key, CheckedLock.exclusive(client.mutex(key), monitor)));
    }
    return watched;
  }

  private List<KeyChanger> changers(List<WatchedKey> watched) {
    int count = Math.min(MAX_CHANGERS, watched.size());
    List<List<WatchedKey>> shares = new ArrayList<>();
    for (int i = 0; i < watched.size(); i++) {
      if (i < count) {
        shares.add(new ArrayList<>());
      }
      shares.get(i % count).add(watched.get(i));
    }
    double rate = measurement.changesPerSecond() / count;
    return shares.stream().map(share -> new KeyChanger(share, rate, faults)).toList();
  }

  /** Lets all changers work for that long: to some systems a lock belongs to the thread. */
  private static void change(
      List<KeyChanger> changers, List<ExecutorService> threads, double seconds, WatchStats stats)
      throws InterruptedException, ExecutionException {
    List<Future<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < changers.size(); i++) {
      KeyChanger changer = changers.get(i);
      Callable<Boolean> task =
          () -> {
            changer.run(seconds, stats);
            return true;
          };
      tasks.add(threads.get(i).submit(task));
    }
    for (Future<Boolean> task : tasks) {
      task.get();
    }
  }
}
