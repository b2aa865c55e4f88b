package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.TransferLeadershipRequest;
import io.tenure.server.StartRefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nodes of one cluster, in this process. */
final class TestCluster implements AutoCloseable {
  /** Nodes wait long before they run for leader by themselves; founding takes longer, too. */
  static final Map<String, String> STEADY =
      Map.of("election-timeout-min", "2s", "election-timeout-max", "4s");

  private final Path folder;
  private final Map<String, String> settings;
  private final List<TestNode> nodes = new ArrayList<>();

  private TestCluster(Path folder, Map<String, String> settings) {
    this.folder = folder;
    this.settings = settings;
  }

  /**
   * Founds a cluster and waits for its leaders.
   *
   * @param settings of every node, besides those that differ
   */
  static TestCluster start(Path folder, int size, Map<String, String> settings) {
    TestCluster cluster = new TestCluster(folder, settings);
    for (int i = 1; i <= size; i++) {
      cluster.nodes.add(new TestNode("n" + i, folder.resolve("n" + i)));
    }
    cluster.startAll();
    return cluster;
  }

  /** A single node, which is a complete service. */
  static TestCluster single(Path folder) {
    return start(folder, 1, Map.of());
  }

  static TestCluster three(Path folder) {
    return start(folder, 3, Map.of());
  }

  /** Three whose leader stays so unless it is stopped, also on a machine that stalls. */
  static TestCluster steady(Path folder) {
    return start(folder, 3, STEADY);
  }

  /** Starts those that do not run, at the same time, as the founders wait for each other. */
  void startAll() {
    atOnce(nodes.stream().filter(node -> !node.isRunning()).toList(), this::start);
    leaders();
  }

  /** What is done to a node. */
  private interface Action {
    void run(TestNode node) throws StartRefusedException, InterruptedException;
  }

  private static void atOnce(List<TestNode> nodes, Action action) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<@Nullable Void>> running = new ArrayList<>();
      for (TestNode node : nodes) {
        running.add(
            threads.submit(
                () -> {
                  action.run(node);
                  return null;
                }));
      }
      for (Future<@Nullable Void> each : running) {
        each.get(2 * Await.PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new CompletionException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Starts one that has been stopped, or a newcomer. */
  void start(TestNode node) throws StartRefusedException, InterruptedException {
    Map<String, String> flags = new HashMap<>(settings);
    if (nodes.size() > 1 || !nodes.contains(node)) {
      List<TestNode> peers = new ArrayList<>(nodes);
      if (!nodes.contains(node)) {
        peers.add(node);
      }
      flags.put("peers", peers.stream().map(TestNode::asPeer).collect(Collectors.joining(",")));
    }
    node.start(flags);
  }

  /** A node that is to join; not started. */
  TestNode newcomer(String id) {
    return new TestNode(id, folder.resolve(id));
  }

  /** From now on one of them. */
  void include(TestNode newcomer) {
    nodes.add(newcomer);
  }

  /** Stops a node for good. */
  void exclude(TestNode node) {
    nodes.remove(node);
    node.stop();
  }

  List<TestNode> nodes() {
    return List.copyOf(nodes);
  }

  List<TestNode> running() {
    return nodes.stream().filter(TestNode::isRunning).toList();
  }

  /** The only one, or any. */
  TestNode node() {
    return running().get(0);
  }

  TestNode node(String id) {
    return nodes.stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
  }

  TestNode leader() {
    return leader(0);
  }

  /** The one that leads the shard and takes requests, when all running nodes agree. */
  TestNode leader(int shard) {
    List<TestNode> found = new ArrayList<>();
    Await.until(
        "all agree who leads shard " + shard + ", and it is ready",
        () -> {
          TestNode leader = agreedLeader(shard);
          return leader != null && leader.isReady(shard) && found.add(leader);
        });
    return found.get(0);
  }

  private @Nullable TestNode agreedLeader(int shard) {
    List<String> seen = running().stream().map(node -> node.leader(shard)).distinct().toList();
    return seen.size() != 1
        ? null
        : running().stream().filter(node -> node.id().equals(seen.get(0))).findFirst().orElse(null);
  }

  private void leaders() {
    int shards = node().status().getShardsCount();
    for (int shard = 0; shard < shards; shard++) {
      leader(shard);
    }
  }

  TestNode follower() {
    return followers().get(0);
  }

  List<TestNode> followers() {
    TestNode leader = leader();
    return running().stream().filter(node -> node != leader).toList();
  }

  /** Asks a node for a transfer and returns who leads now; nobody if it has to be asked again. */
  static Optional<String> transferLeadership(TestNode asked, TransferLeadershipRequest request) {
    try {
      return Optional.of(asked.admin().transferLeadership(request).getNode());
    } catch (StatusRuntimeException notYet) {
      assertThat(notYet.getStatus().getCode())
          .as("" + notYet)
          .isIn(Status.Code.FAILED_PRECONDITION, Status.Code.UNAVAILABLE);
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    // Followers first, so that leadership is not handed round.
    List<TestNode> followers =
        running().stream().filter(node -> !node.leader(0).equals(node.id())).toList();
    atOnce(followers, TestNode::stop);
    atOnce(nodes, TestNode::stop);
  }
}
