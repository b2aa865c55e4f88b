package io.tenure.bench.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Warms a load up, measures it, as often as asked for, and brings it to rest. */
final class PairRun {
  private static final double PERCENT = 100;

  private final Cluster cluster;
  private final LoadOptions options;
  private final PairLoad load;
  private final List<Long> pids;

  /** What was measured in one go; only valid while it is being looked at. */
  record Round(PairLoad load, double seconds, double serverCpuPercent, double ownCpuPercent) {
    double perSecond() {
      return load.pairs() / seconds;
    }
  }

  /** Puts a round into a table, on the loop's thread. */
  interface Rows {
    void add(Round round);
  }

  PairRun(Cluster cluster, LoadOptions options, PairLoad load) {
    this.cluster = cluster;
    this.options = options;
    this.load = load;
    this.pids = options.pids();
  }

  void run(Rows rows) {
    Loop loop = cluster.loop;
    loop.run(load::start);
    loop.pause(options.warmup());
    for (int i = 0; i < options.repeat(); i++) {
      double serverCpu = Processes.cpuSeconds(pids);
      double ownCpu = Processes.cpuSeconds(Processes.self());
      long start = System.nanoTime();
      loop.run(load::reset);
      loop.pause(options.time());
      loop.run(
          () -> {
            double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
            double servers = (Processes.cpuSeconds(pids) - serverCpu) / seconds * PERCENT;
            double own = (Processes.cpuSeconds(Processes.self()) - ownCpu) / seconds * PERCENT;
            rows.add(new Round(load, seconds, servers, own));
          });
    }
    loop.await("the load to end", loop.call(load::stop), Duration.ofSeconds(30));
  }
}
