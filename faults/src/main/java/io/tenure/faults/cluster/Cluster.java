package io.tenure.faults.cluster;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.StateComparison;
import io.tenure.client.error.TenureException;
import io.tenure.faults.cluster.network.Network;
import io.tenure.harness.Ports;
import io.tenure.harness.TimeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Several nodes of one service. When it is closed, or the JVM ends, none of them is left. */
public final class Cluster implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final Duration LEADER_LIMIT = Duration.ofSeconds(30);

  /** The port of a node in its own network namespace, where no other process can use it. */
  private static final int PORT = 7_400;

  private static final int PORTS_PER_NODE = 3;

  private static final String DIFFERENT = "the states of two nodes differ";

  private final RunResources runResources;
  private final Optional<Network> network;
  private final List<Node> nodes;
  private final Membership membership;

  private Cluster(RunResources runResources, Optional<Network> network, List<Node> nodes) {
    this.runResources = runResources;
    this.network = network;
    this.nodes = List.copyOf(nodes);
    this.membership = new Membership(this.nodes);
  }

  /**
   * Starts all nodes and returns when they serve. If that fails nothing is left behind. Whatever a
   * run that was killed has left behind is removed first.
   */
  public static Cluster start(ClusterSetup setup) throws IOException, InterruptedException {
    if (!Files.isRegularFile(setup.jar())) {
      throw new IOException(
          ClusterSetup.JAR
              + ": "
              + setup.jar()
              + " (expected: where tenure-cli.jar is; ./tenure sets it)");
    }
    RunResources runResources = RunResources.begin();
    boolean done = false;
    try {
      Cluster cluster = assemble(setup, runResources);
      for (Node node : cluster.nodes) {
        node.meet(cluster.nodes.stream().map(Node::member).toList());
        node.start();
      }
      cluster.requireWhole();
      done = true;
      return cluster;
    } finally {
      if (!done) {
        runResources.close();
      }
    }
  }

  private static Cluster assemble(ClusterSetup setup, RunResources runResources)
      throws IOException {
    Optional<Network> network =
        setup.namespaces()
            ? Optional.of(Network.create(runResources, setup.networkSize()))
            : Optional.empty();
    Launcher launcher = new Launcher(setup, network);
    List<Node> nodes = new ArrayList<>();
    for (int number = 1; number <= setup.nodes(); number++) {
      nodes.add(
          new Node(number, place(setup, network, number, runResources), launcher, runResources));
    }
    return new Cluster(runResources, network, nodes);
  }

  private static NodePlace place(
      ClusterSetup setup, Optional<Network> network, int number, RunResources runResources)
      throws IOException {
    Path folder = Files.createDirectories(setup.directory().resolve("n" + number));
    Path control = folder.resolve("disk.control");
    int mebibytes = setup.smallDiskMebibytes(number);
    Disk disk =
        mebibytes > 0
            ? Disk.small(folder.resolve("disk"), control, mebibytes, runResources)
            : Disk.ordinary(folder.resolve("disk"), control);
    disk.behave();
    Optional<Clock> clock =
        setup.clocks() ? Optional.of(Clock.at(folder.resolve("clock"))) : Optional.empty();
    return network.isPresent()
        ? new NodePlace(folder, network.get().host(number), PORT, disk, clock)
        : new NodePlace(folder, "127.0.0.1", Ports.free(PORTS_PER_NODE), disk, clock);
  }

  private void requireWhole() throws IOException, InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(START_LIMIT);
    while (true) {
      Optional<String> trouble = trouble();
      if (trouble.isEmpty()) {
        return;
      }
      if (timeLimit.isOver() || !nodes.stream().allMatch(Node::isAlive)) {
        throw new IOException("the cluster did not start: " + trouble.get() + "\n" + logTail());
      }
      TimeLimit.pause();
    }
  }

  /** In the order of their numbers, from 1 on. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The addresses for clients. They stay the same when members change. */
  public List<String> endpoints() {
    return nodes.stream().map(Node::address).toList();
  }

  /** What is between the nodes, if it is theirs alone. */
  public Optional<Network> network() {
    return network;
  }

  // --------------------------------------------------------------------------------- looking

  public ClusterStatus status() {
    return ClusterStatus.ask(nodes);
  }

  /** The leader of a shard; waits a while for one. */
  public Node leader(int shard) throws IOException, InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(LEADER_LIMIT);
    while (!timeLimit.isOver()) {
      Optional<Node> leader = status().leader(shard);
      if (leader.isPresent()) {
        return leader.get();
      }
      TimeLimit.pause();
    }
    throw new IOException(
        "shard " + shard + ": no leader after " + LEADER_LIMIT.toSeconds() + " s");
  }

  /**
   * Waits until every node runs, knows who leads, and has applied what was committed before.
   *
   * @return why not; empty if it is so
   */
  public Optional<String> awaitWhole(Duration limit) throws InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(limit);
    while (true) {
      Optional<String> trouble = trouble();
      // Nobody starts one that has ended by itself.
      boolean hopeless = !nodes.stream().allMatch(Node::isAlive);
      if (trouble.isEmpty() || hopeless || timeLimit.isOver()) {
        return trouble;
      }
      TimeLimit.pause();
    }
  }

  /**
   * Has the nodes compare their states of every shard, and waits until all have the same.
   *
   * @return why not: at once if two nodes differ, or what was the last obstacle when the time was
   *     over; empty if all are equal
   */
  public Optional<String> compareStates(Duration limit) throws InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(limit);
    for (int shard : shards()) {
      Optional<String> trouble = compareState(shard);
      while (trouble.isPresent() && !differs(trouble.get()) && !timeLimit.isOver()) {
        TimeLimit.pause();
        trouble = compareState(shard);
      }
      if (trouble.isPresent()) {
        return trouble;
      }
    }
    return Optional.empty();
  }

  private static boolean differs(String trouble) {
    return trouble.startsWith(DIFFERENT);
  }

  private Optional<String> compareState(int shard) {
    try (ClusterAdmin admin = ClusterAdmin.of(endpoints())) {
      StateComparison comparison = admin.compareState(shard);
      return switch (comparison.result()) {
        case EQUAL -> Optional.empty();
        case DIFFERS -> Optional.of(DIFFERENT + " in shard " + shard + ": " + comparison);
        case UNKNOWN -> Optional.of("states of shard " + shard + " not compared: " + comparison);
      };
    } catch (TenureException e) {
      return Optional.of("states of shard " + shard + " not compared: " + e.getMessage());
    }
  }

  /** Only what was committed before the nodes say how far they are. */
  private Optional<String> trouble() {
    Map<Integer, Long> expected = expected();
    return status().trouble(expected);
  }

  /** How far every node must be. Shards of which nothing is known have no leader. */
  private Map<Integer, Long> expected() {
    Map<Integer, Long> committed = status().committed();
    return committed.isEmpty() ? Map.of(0, 0L) : committed;
  }

  /** Like {@link #awaitWhole}, for one node, which is started again as often as it ends. */
  public void revive(Node node, Duration limit) throws IOException, InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(limit);
    Map<Integer, Long> expected = expected();
    Optional<String> trouble = Optional.empty();
    while (!timeLimit.isOver()) {
      node.start();
      trouble = status().trouble(node, expected);
      if (trouble.isEmpty()) {
        return;
      }
      TimeLimit.pause();
    }
    throw new IOException(
        "not after " + limit.toSeconds() + " s: " + trouble.orElse("") + "\n" + node.logTail());
  }

  /**
   * Waits until the other nodes have dropped so much of a shard's log that whoever has not got
   * further than that entry needs a snapshot.
   *
   * @return whether they have
   */
  public boolean awaitLogDropped(long entry, Node without, Duration limit)
      throws IOException, InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(limit);
    while (!hasDroppedLog(entry, without)) {
      if (timeLimit.isOver()) {
        return false;
      }
      TimeLimit.pause();
    }
    return true;
  }

  private boolean hasDroppedLog(long entry, Node without) throws IOException {
    Map<String, Long> earliest = new HashMap<>();
    for (Node node : nodes) {
      if (node != without) {
        EngineLog.firstEntries(node.disk().data())
            .forEach((shard, first) -> earliest.merge(shard, first, Math::min));
      }
    }
    return earliest.values().stream().anyMatch(first -> first > entry);
  }

  /** The last lines of all logs. */
  public String logTail() {
    return nodes.stream().map(Node::logTail).collect(Collectors.joining("\n"));
  }

  // ---------------------------------------------------------------------------------- acting

  /** Takes a node out of the cluster, which carries on with one less; its process may end. */
  public void remove(Node node) throws IOException, InterruptedException {
    membership.remove(node);
  }

  /** Puts a new member with an empty disk where the node was, whatever has become of that. */
  public void replace(Node node) throws IOException, InterruptedException {
    membership.replace(node);
  }

  /** Ends whatever is wrong from outside. Does not wait until the service is whole again. */
  public void heal() throws IOException, InterruptedException {
    if (network.isPresent()) {
      network.get().heal();
    }
    for (Node node : nodes) {
      node.resume();
      node.disk().free();
      node.disk().behave();
      if (node.clock().isPresent()) {
        node.clock().get().shift(Duration.ZERO);
      }
    }
    for (Node node : nodes) {
      if (!node.isOut()) {
        node.start();
      }
    }
    for (Node node : nodes) {
      if (node.isOut()) {
        replace(node);
      }
    }
  }

  /** Starts another process, which is not one of the nodes, but ends with them. */
  public Process launch(ProcessBuilder builder) throws IOException {
    return runResources.start(builder);
  }

  /** Asks all nodes to end in good order, one after the other. */
  public void stop() throws IOException, InterruptedException {
    for (Node node : nodes) {
      node.stop();
    }
  }

  /** The numbers of some nodes, for {@link Network}. */
  public static List<Integer> numbers(List<Node> nodes) {
    return nodes.stream().map(Node::number).toList();
  }

  @Override
  public void close() {
    runResources.close();
  }

  /** How many nodes make a majority. */
  public int majority() {
    return nodes.size() / 2 + 1;
  }

  /** The indexes of the shards. */
  public List<Integer> shards() {
    int count = Math.max(1, status().committed().size());
    return IntStream.range(0, count).boxed().toList();
  }
}
