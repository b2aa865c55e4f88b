package io.tenure.bench.load;

import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What servers cost that nobody uses. */
@Command(
    name = "idle",
    description = "CPU and memory of the servers without load.",
    mixinStandardHelpOptions = true)
final class Idle implements Runnable {
  private static final double PERCENT = 100;

  @Spec private CommandSpec spec;
  @Mixin private LoadOptions options;

  @Override
  public void run() {
    List<Long> pids = options.pids();
    if (pids.isEmpty()) {
      throw new LoadException("no server found on this machine; name them with --pids");
    }
    Report report =
        new Report("idle", spec.commandLine().getOut(), "servers", "cpu%", "most rss MiB");
    try (Loop loop = new Loop()) {
      loop.pause(options.warmup());
      for (int i = 0; i < options.repeat(); i++) {
        double before = Processes.cpuSeconds(pids);
        long start = System.nanoTime();
        loop.pause(options.time());
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        report.row(
            pids.size(),
            (Processes.cpuSeconds(pids) - before) / seconds * PERCENT,
            pids.stream().mapToDouble(Processes::residentMib).max().orElse(0));
      }
    }
    options.finish(report);
  }
}
