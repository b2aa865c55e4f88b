package io.tenure.faults;

import io.tenure.faults.cluster.Clock;
import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.ClusterSetup;
import io.tenure.faults.cluster.MachineFeatures;
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
import io.tenure.faults.work.Workers;
import io.tenure.faults.work.resource.ResourceServer;
import io.tenure.faults.work.watch.ClientWatch;
import io.tenure.faults.work.watch.CompleteWatch;
import io.tenure.faults.work.watch.GrantCount;
import io.tenure.faults.work.watch.Observer;
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
  /** The variable with the path of the agent's jar; the start script sets it. */
  static final String AGENT = "TENURE_FAULTS_AGENT";

  /** Nodes are restarted often, so a fast start matters more than peak performance. */
  private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1");

  /** Long, because nodes on a busy machine may take minutes to start. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A cluster with a deliberate bug may never recover; this is long enough to detect the bug. */
  private static final Duration BROKEN_PATIENCE = Duration.ofMinutes(1);

  private static final Duration CATCHING_UP = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 20;

  private final RunPlan plan;
  private final ConsoleOutput screen;
  private final RunFolder folder;
  private final Optional<Path> agent;
  private final Selection selection;

  private Run(RunPlan plan, ConsoleOutput screen, Optional<Path> agent, Selection selection) {
    this.plan = plan;
    this.screen = screen;
    this.folder = new RunFolder(plan.directory());
    this.agent = agent;
    this.selection = selection;
  }

  /** Finds out which faults are possible here. Leaves nothing behind. */
  static Run prepare(RunPlan plan, ConsoleOutput screen) throws IOException {
    Optional<Path> agent = agent(plan);
    MachineFeatures machine = MachineFeatures.look();
    Selection selection =
        Selection.of(plan.faults(), new Need.Means(machine, agent.isPresent(), true));
    SpaceEstimate needs = SpaceEstimate.of(plan);
    needs.requireRoom();
    screen.say("seed " + plan.seed());
    needs.lackOfHeap(Runtime.getRuntime().maxMemory()).ifPresent(screen::say);
    selection
        .leftOut()
        .forEach((kind, why) -> screen.say("left out: " + kind.label() + ": " + why));
    if (selection.kinds().isEmpty()) {
      throw new IOException("faults: none of " + plan.faults() + " is possible on this machine");
    }
    return new Run(plan, screen, agent, selection);
  }

  Report run() throws IOException, InterruptedException {
    Files.createDirectories(folder.histories());
    Map<String, String> leftOut = new TreeMap<>();
    selection.leftOut().forEach((kind, why) -> leftOut.put(kind.label(), why));
    RunNotes begun = RunNotes.begun(plan.settings(), leftOut);
    begun.write(plan.directory());
    String trouble = "";
    try (Cluster cluster = Cluster.start(setup())) {
      screen.step(plan.nodes() + " nodes are running");
      trouble = underFaults(cluster);
      if (trouble.isEmpty() && plan.broken().isEmpty()) {
        Path seen = folder.histories().resolve("restore.jsonl");
        trouble = new RestorePhase(cluster, plan.keys()).perform(seen, screen);
      }
      cluster.stop();
    }
    RunNotes notes = begun.ended(trouble, folder.historySizes());
    notes.write(plan.directory());
    return folder.judge(plan.scale().bounds(), notes, screen::step);
  }

  private static Optional<Path> agent(RunPlan plan) throws IOException {
    Optional<Path> jar =
        Optional.ofNullable(System.getenv(AGENT)).map(Path::of).filter(Files::isRegularFile);
    if (jar.isEmpty() && plan.broken().isPresent()) {
      throw new IOException("broken: " + plan.broken().get() + " (needs the agent; " + AGENT + ")");
    }
    return jar;
  }

  private ClusterSetup setup() {
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
    String broken =
        plan.broken().filter(BrokenVariant::isServer).map(BrokenVariant::argument).orElse("");
    agent.ifPresent(jar -> setup.agent(jar, broken));
    return selection.equip(setup);
  }

  /** Problems of the run itself, one on a line; empty if there were none. */
  private String underFaults(Cluster cluster) throws IOException, InterruptedException {
    List<Observer> observers = new ArrayList<>();
    GrantCount grants = new GrantCount(plan.keys().shards());
    Path histories = folder.histories();
    try (ResourceServer resources = resources(cluster, histories.resolve("resources.jsonl"));
        HistoryWriter faults = new HistoryWriter(histories.resolve("faults.jsonl"))) {
      for (Node node : cluster.nodes()) {
        String name = "watch" + node.number();
        observers.add(
            Observer.start(
                name, node.address(), plan.keys(), histories.resolve(name + ".jsonl"), grants));
      }
      try (ClientWatch client =
              ClientWatch.start(
                  "client",
                  cluster.endpoints(),
                  plan.keys(),
                  histories.resolve("watch-client.jsonl"));
          Workers workers = Workers.start(work(cluster, resources, launch(cluster)))) {
        List<String> troubles = strike(cluster, workers, grants, faults);
        boolean isWhole = troubles.isEmpty();
        workers
            .stop()
            .forEach(
                (name, code) ->
                    troubles.add("client process " + name + " exited with code " + code));
        // The service did not recover; that is the result.
        if (isWhole) {
          troubles.addAll(catchUp(observers, client));
        }
        troubles.forEach(screen::step);
        return String.join("\n", troubles);
      }
    } finally {
      for (Observer observer : observers) {
        observer.close();
      }
    }
  }

  /** Injects the faults of the plan. Returns why that stopped early; empty if it did not. */
  private List<String> strike(
      Cluster cluster, Workers workers, GrantCount grants, HistoryWriter faults)
      throws InterruptedException {
    Scale scale = plan.scale();
    screen.step(scale.workers() + " processes with " + plan.clients() + " clients each");
    Thread.sleep(scale.start().toMillis());
    List<String> troubles = new ArrayList<>();
    try (ProgressReporter lookout = ProgressReporter.start(screen, workers, grants, plan.time())) {
      Schedule schedule = new Schedule(plan.seed(), selection.kinds(), scale.pace());
      Recorded listener = new Recorded(screen, faults, lookout);
      Duration patience = plan.broken().isPresent() ? BROKEN_PATIENCE : PATIENCE;
      Nemesis nemesis = new Nemesis(schedule, cluster, workers, listener, patience);
      if (plan.broken().isPresent()) {
        nemesis.withoutComparisons();
      }
      nemesis.run(plan.time(), scale.end());
    } catch (HealingFailedException e) {
      troubles.add("stopped early: " + e.getMessage());
    }
    return troubles;
  }

  /** Starts the server of the fenced resources at an address that the clients can reach. */
  private static ResourceServer resources(Cluster cluster, Path history) throws IOException {
    return cluster.network().isPresent()
        ? ResourceServer.open(cluster.network().get().hereAddress(), history)
        : ResourceServer.open(history);
  }

  private Workers.Launch launch(Cluster cluster) throws IOException {
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
    return new Workers.Launch(options, clock, places, cluster::launch);
  }

  private Workers.Plan work(Cluster cluster, ResourceServer resources, Workers.Launch launch) {
    return new Workers.Plan(
        folder.histories(),
        cluster.endpoints(),
        resources.address(),
        plan.keys(),
        plan.seed(),
        plan.scale().workers(),
        plan.clients(),
        plan.rate(),
        launch);
  }

  /**
   * Waits until every watch has received all events. Otherwise the checker could not notice events
   * that are missing at the end.
   *
   * @return which watches did not, and how far they got
   */
  private List<String> catchUp(List<Observer> observers, ClientWatch client)
      throws InterruptedException {
    for (Observer observer : observers) {
      observer.stopReading();
    }
    long deadline = System.nanoTime() + CATCHING_UP.toNanos();
    List<String> troubles = new ArrayList<>();
    for (int shard = 0; shard < plan.shards(); shard++) {
      OptionalLong end = OptionalLong.empty();
      for (Observer observer : observers) {
        OptionalLong read = observer.readRevision(shard);
        while (read.isEmpty() && System.nanoTime() - deadline < 0) {
          Thread.sleep(LOOK_MILLIS);
          read = observer.readRevision(shard);
        }
        if (read.isEmpty()) {
          troubles.add(observer.name() + " cannot read the revision of shard " + shard);
        } else if (end.isEmpty() || end.getAsLong() < read.getAsLong()) {
          end = read;
        }
      }
      List<CompleteWatch> all = new ArrayList<>(observers);
      all.add(client);
      for (CompleteWatch each : all) {
        awaitSeen(each, shard, end.orElse(0), deadline).ifPresent(troubles::add);
      }
    }
    return troubles;
  }

  private static Optional<String> awaitSeen(
      CompleteWatch watching, int shard, long end, long deadline) throws InterruptedException {
    while (watching.seen(shard) < end && System.nanoTime() - deadline < 0) {
      Thread.sleep(LOOK_MILLIS);
    }
    long seen = watching.seen(shard);
    return seen >= end
        ? Optional.empty()
        : Optional.of(
            "watch %s of shard %d ends at revision %d (expected: %d)"
                .formatted(watching.name(), shard, seen, end));
  }

  /** Writes down what the other one tells. */
  private record Recorded(FaultListener teller, HistoryWriter history, ProgressReporter lookout)
      implements FaultListener {
    @Override
    public void began(String kind, String what, long nanos) {
      history.write(new Entry.FaultBegan(kind, what, nanos));
      teller.began(kind, what, nanos);
    }

    @Override
    public void ended(Entry.Fault fault) {
      history.write(fault);
      lookout.ended(fault);
      teller.ended(fault);
    }

    @Override
    public void skipped(Entry.Skipped fault) {
      history.write(fault);
      teller.skipped(fault);
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
