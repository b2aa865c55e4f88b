package io.tenure.faults.fill;

import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.ClusterSetup;
import io.tenure.faults.cluster.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Fills a cluster to every limit while its nodes are killed and restarted. */
@Command(
    name = "fill",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts three nodes with the default heap. Several clients fill them to every limit (sessions,"
          + " holds, waiting requests, remembered answers, requests in flight) while nodes are killed"
          + " and restarted. Fails if a node exits by itself, if another client gets no answers, or"
          + " if no locks are granted after the clients have disconnected."
    },
    footer = {"", "Exit codes: 0 passed; 1 failed; 2 wrong usage."})
public final class Fill implements Callable<Integer> {
  private static final long BETWEEN_KILLS_SECONDS = 20;
  private static final long DOWN_SECONDS = 3;
  private static final Duration RECOVERY = Duration.ofMinutes(2);
  private static final long CALM_SECONDS = 30;
  private static final long ENOUGH = 10;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "4",
      description =
          "How long nodes are killed and restarted, 0.5 to 600 (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed that decides which nodes are killed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The directory for data and logs of the nodes (default: tenure-fill).")
  private @Nullable Path out;

  private final List<String> trouble = new ArrayList<>();
  private final long beganNanos = System.nanoTime();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(minutes >= 0.5 && minutes <= 600)) {
      throw new ParameterException(
          spec.commandLine(), "minutes: " + minutes + " (expected: 0.5 to 600)");
    }
    Path directory = Files.createDirectories(out == null ? Path.of("tenure-fill") : out);
    try (Cluster cluster = Cluster.start(ClusterSetup.in(directory))) {
      step("3 nodes are running");
      run(cluster);
      cluster.stop();
    }
    trouble.forEach(each -> step("FAILED: " + each));
    step(
        trouble.isEmpty()
            ? "passed: every limit was reached and no node exited"
            : "failed; see above");
    return trouble.isEmpty() ? 0 : 1;
  }

  private void run(Cluster cluster) throws IOException, InterruptedException {
    List<Filler> fillers = Fillers.all(cluster.endpoints());
    try (Probe probe = new Probe(cluster.endpoints())) {
      fillers.forEach(Filler::start);
      killAndRestart(cluster, probe);
      pressOn(probe);
      fillers.forEach(this::report);
      requireAll(cluster, "at the end");
      restartAll(cluster);
      fillers.forEach(Filler::stop);
      requireProgress(probe::answered, "answers after the restart of all nodes");
      fillers.forEach(Filler::leave);
      requireProgress(probe::granted, "locks granted after the clients have left");
      requireAll(cluster, "after that");
    } finally {
      fillers.forEach(Filler::close);
    }
  }

  private void killAndRestart(Cluster cluster, Probe probe)
      throws IOException, InterruptedException {
    Random random = new Random(seed);
    long end = System.nanoTime() + (long) (minutes * 60e9);
    while (System.nanoTime() < end) {
      TimeUnit.SECONDS.sleep(BETWEEN_KILLS_SECONDS);
      requireAll(cluster, "before a kill");
      Node victim = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
      victim.kill();
      TimeUnit.SECONDS.sleep(DOWN_SECONDS);
      victim.start();
      step(
          String.format(
              Locale.ROOT,
              "%s was killed and restarted; probe: %d granted, %d refused, longest time without an"
                  + " answer %.1f s",
              victim.id(),
              probe.granted(),
              probe.refused(),
              probe.longestSeconds()));
    }
  }

  /** Measures a while in which the clients send requests and no node is killed. */
  private void pressOn(Probe probe) throws InterruptedException {
    requireProgress(probe::answered, "answers after the last kill");
    probe.forgetLongest();
    long before = probe.answered();
    TimeUnit.SECONDS.sleep(CALM_SECONDS);
    long answers = probe.answered() - before;
    step(
        String.format(
            Locale.ROOT,
            "%d s at the limits without a kill; probe: %d answers, longest time without one %.1f s",
            CALM_SECONDS,
            answers,
            probe.longestSeconds()));
    if (answers < ENOUGH) {
      trouble.add(
          "the probe client got " + answers + " answers (expected: at least " + ENOUGH + ")");
    }
  }

  private void requireAll(Cluster cluster, String when) {
    for (Node node : cluster.nodes()) {
      if (!node.isAlive()) {
        trouble.add(node.id() + " exited unexpectedly " + when + ": " + node.logTail());
      }
    }
  }

  private void report(Filler filler) {
    step(filler.name() + ": " + filler.tally);
    if (filler.reachesALimit() && !filler.tally.hasReachedALimit()) {
      trouble.add(filler.name() + " reached no limit");
    }
  }

  private void restartAll(Cluster cluster) throws IOException, InterruptedException {
    for (Node node : cluster.nodes()) {
      node.kill();
    }
    for (Node node : cluster.nodes()) {
      node.start();
    }
    step("all nodes were killed and restarted with all their holds");
  }

  private void requireProgress(LongSupplier count, String what) throws InterruptedException {
    long began = System.nanoTime();
    long enough = count.getAsLong() + ENOUGH;
    while (count.getAsLong() < enough && System.nanoTime() - began < RECOVERY.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    if (count.getAsLong() < enough) {
      trouble.add("no " + what + " within " + RECOVERY.toSeconds() + " s");
    } else {
      double seconds = (System.nanoTime() - began) / 1e9;
      step(String.format(Locale.ROOT, "%s: ten within %.1f s", what, seconds));
    }
  }

  private void step(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        String.format(Locale.ROOT, "%7.1f s  %s", (System.nanoTime() - beganNanos) / 1e9, text));
    out.flush();
  }
}
