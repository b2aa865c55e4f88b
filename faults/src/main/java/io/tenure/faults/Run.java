package io.tenure.faults;

import io.tenure.faults.cluster.Clock;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.ClusterSetup;
import io.tenure.faults.cluster.Machine;
import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.FaultKind;
import io.tenure.faults.fault.FaultListener;
import io.tenure.faults.fault.HealingFailedException;
import io.tenure.faults.fault.Need;
import io.tenure.faults.fault.Nemesis;
import io.tenure.faults.fault.Schedule;
import io.tenure.faults.fault.Selection;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.report.Report;
import io.tenure.faults.work.Observer;
import io.tenure.faults.work.ResourceDesk;
import io.tenure.faults.work.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** One run, from the start of the nodes to the verdicts. */
final class Run {
  /** Where the agent's jar is, as the script that starts this sets it. */
  static final String AGENT = "TENURE_FAULTS_AGENT";

  /** Nodes are started again and again, and nobody measures how fast they are in the long run. */
  private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1");

  private static final Duration CATCHING_UP = Duration.ofSeconds(60);

  private final RunPlan plan;
  private final Screen screen;
  private final RunFolder folder;

  Run(RunPlan plan, Screen screen) {
    this.plan = plan;
    this.screen = screen;
    this.folder = new RunFolder(plan.directory());
  }

  Report run() throws IOException, InterruptedException {
    Optional<Path> agent = agent();
    Machine machine = Machine.look();
    Selection selection =
        Selection.of(plan.faults(), new Need.Means(machine, agent.isPresent(), true));
    screen.say("seed " + plan.seed());
    selection
        .leftOut()
        .forEach((kind, why) -> screen.say("left out: " + kind.label() + ": " + why));
    if (selection.kinds().isEmpty()) {
      throw new IOException("faults: none of " + plan.faults() + " is possible here");
    }
    Files.createDirectories(folder.histories());
    String trouble = "";
    try (Cluster cluster = Cluster.start(setup(selection, agent))) {
      screen.step(plan.nodes() + " nodes are up");
      trouble = underFaults(cluster, selection, agent);
      cluster.stop();
    }
    screen.step("checking");
    Map<String, String> leftOut = new TreeMap<>();
    selection.leftOut().forEach((kind, why) -> leftOut.put(kind.label(), why));
    return folder.judge(plan.scale().bounds(), plan.settings(), leftOut, trouble);
  }

  private Optional<Path> agent() throws IOException {
    Optional<Path> jar =
        Optional.ofNullable(System.getenv(AGENT)).map(Path::of).filter(Files::isRegularFile);
    if (jar.isEmpty() && plan.broken().isPresent()) {
      throw new IOException("broken: " + plan.broken().get() + " (needs the agent; " + AGENT + ")");
    }
    return jar;
  }

  private ClusterSetup setup(Selection selection, Optional<Path> agent) {
    ClusterSetup setup =
        ClusterSetup.in(folder.nodes())
            .nodes(plan.nodes())
            .places(plan.scale().workers())
            .setting("shards", plan.keys().setting())
            .setting("watch-history-events", "1000000")
            .setting("warm-up", "false");
    for (int node = 1; node <= plan.nodes(); node++) {
      setup.javaOptions(node, QUICK_START);
    }
    String broken = plan.broken().filter(Broken::isServer).map(Broken::argument).orElse("");
    agent.ifPresent(jar -> setup.agent(jar, broken));
    return selection.equip(setup);
  }

  /** Why it ended early; empty if it did not. */
  private String underFaults(Cluster cluster, Selection selection, Optional<Path> agent)
      throws IOException, InterruptedException {
    List<Observer> observers = new ArrayList<>();
    Path histories = folder.histories();
    try (ResourceDesk desk = desk(cluster, histories.resolve("desk.jsonl"));
        HistoryWriter faults = new HistoryWriter(histories.resolve("faults.jsonl"))) {
      for (Node node : cluster.nodes()) {
        String name = "watch" + node.number();
        observers.add(
            Observer.start(name, node.address(), plan.keys(), histories.resolve(name + ".jsonl")));
      }
      try (Workers workers =
          Workers.start(work(cluster, desk, launch(cluster, selection, agent)))) {
        Scale scale = plan.scale();
        screen.step(scale.workers() + " processes with " + scale.clients() + " clients each");
        Thread.sleep(scale.start().toMillis());
        Schedule schedule = new Schedule(plan.seed(), selection.kinds(), scale.pace());
        String trouble = "";
        try {
          new Nemesis(schedule, cluster, workers, new Recorded(screen, faults))
              .run(plan.time(), scale.end());
        } catch (HealingFailedException e) {
          trouble = String.valueOf(e.getMessage());
          screen.step(trouble);
        }
        Map<String, Integer> unclean = workers.stop();
        unclean.forEach((name, code) -> screen.step(name + " ended with " + code));
        catchUp(observers);
        return trouble;
      }
    } finally {
      for (Observer observer : observers) {
        observer.close();
      }
    }
  }

  /** Where the clients reach it. */
  private static ResourceDesk desk(Cluster cluster, Path history) throws IOException {
    return cluster.network().isPresent()
        ? ResourceDesk.open(cluster.network().get().hereAddress(), history)
        : ResourceDesk.open(history);
  }

  private Workers.Launch launch(Cluster cluster, Selection selection, Optional<Path> agent)
      throws IOException {
    List<String> options =
        plan
            .broken()
            .filter(variant -> !variant.isServer())
            .map(variant -> "-javaagent:" + agent.orElseThrow() + "=" + variant.argument())
            .stream()
            .toList();
    Optional<Clock> clock =
        selection.kinds().contains(FaultKind.CLIENT_CLOCK)
            ? Optional.of(Clock.at(plan.directory().resolve("clients-clock")))
            : Optional.empty();
    List<List<String>> places =
        cluster.network().stream()
            .flatMap(network -> network.places().stream().map(network::enter))
            .toList();
    return new Workers.Launch(options, clock, places);
  }

  private Workers.Plan work(Cluster cluster, ResourceDesk desk, Workers.Launch launch) {
    return new Workers.Plan(
        folder.histories(),
        cluster.endpoints(),
        desk.address(),
        plan.keys(),
        plan.seed(),
        plan.scale().workers(),
        plan.scale().clients(),
        plan.rate(),
        launch);
  }

  /** The log must be known up to its end, or else what is missing there would not be missed. */
  private void catchUp(List<Observer> observers) throws InterruptedException {
    long deadline = System.nanoTime() + CATCHING_UP.toNanos();
    for (int shard = 0; shard < plan.shards(); shard++) {
      for (Observer observer : observers) {
        OptionalLong end = observer.readRevision(shard);
        while (end.isPresent()
            && observer.seen(shard) < end.getAsLong()
            && System.nanoTime() - deadline < 0) {
          Thread.sleep(20);
        }
      }
    }
  }

  /** Writes down what the other one tells. */
  private record Recorded(FaultListener teller, HistoryWriter history) implements FaultListener {
    @Override
    public void began(String kind, String what, long nanos) {
      teller.began(kind, what, nanos);
    }

    @Override
    public void ended(Entry.Fault fault) {
      history.write(fault);
      teller.ended(fault);
    }

    @Override
    public void skipped(String kind, String why) {
      teller.skipped(kind, why);
    }

    @Override
    public void calmBegan(long nanos) {
      teller.calmBegan(nanos);
    }

    @Override
    public void calmEnded(Entry.Calm calm) {
      history.write(calm);
      teller.calmEnded(calm);
    }
  }
}
