package io.tenure.testkit;

import io.tenure.client.Tenure;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A Tenure service of several nodes that run in the test's process, for tests of what a program
 * does when it loses a node or the leader. The nodes are called n1, n2 and so on.
 *
 * <pre>{@code
 * try (TestCluster cluster = TestCluster.start();
 *     Hold hold = cluster.connect().lock("/billing").acquire()) {
 *   cluster.killLeader();
 *   assertThat(hold.isValid()).isTrue();
 * }
 * }</pre>
 *
 * <p>Thread-safe. For all other tests {@link TestServer} is enough, and starts faster.
 */
public final class TestCluster implements AutoCloseable {
  private static final int NODES = 3;

  private final NodeGroup group;

  private TestCluster(NodeGroup group) {
    this.group = group;
  }

  /**
   * Starts three nodes and returns when they have elected a leader.
   *
   * @throws IllegalStateException if they do not start; the message has the reason
   */
  public static TestCluster start() {
    return start(NODES);
  }

  /**
   * Starts this many nodes and returns when they have elected a leader.
   *
   * @param nodes 1 to 9
   * @throws IllegalStateException if they do not start; the message has the reason
   */
  public static TestCluster start(int nodes) {
    return new TestCluster(NodeGroup.start(nodes));
  }

  /** The names of the nodes. */
  public List<String> nodes() {
    return group.names();
  }

  /** The addresses for clients, each {@code 127.0.0.1:PORT}, in the order of {@link #nodes}. */
  public List<String> endpoints() {
    return group.endpoints();
  }

  /**
   * Returns a new client of all nodes with default settings. Closing the cluster closes it.
   *
   * @throws IllegalStateException if the cluster is closed
   */
  public Tenure connect() {
    return connect(builder -> builder);
  }

  /**
   * Returns a new client of all nodes. Closing the cluster closes it.
   *
   * @param settings changes the default settings
   * @throws IllegalStateException if the cluster is closed
   */
  public Tenure connect(UnaryOperator<Tenure.Builder> settings) {
    return group.connect(settings);
  }

  /**
   * Returns the leader. Waits until all running nodes agree on it.
   *
   * @throws IllegalStateException if the cluster is closed, or fewer than a majority of nodes run
   */
  public String leader() {
    return group.leader();
  }

  /**
   * Whether the node runs: it was neither killed nor closed.
   *
   * @throws IllegalArgumentException if there is no such node
   */
  public boolean isRunning(String node) {
    return group.isRunning(node);
  }

  /**
   * Kills a node, as a power failure would: every connection breaks without notice, leadership is
   * not handed over, and new connections are refused. Its data stays for {@link #restart}. Does
   * nothing if the node was killed before.
   *
   * @throws IllegalArgumentException if there is no such node
   * @throws IllegalStateException if the cluster is closed
   */
  public void kill(String node) {
    group.kill(node);
  }

  /**
   * Kills the leader.
   *
   * @return the node that was killed
   * @throws IllegalStateException if the cluster is closed, or fewer than a majority of nodes run
   */
  public String killLeader() {
    return group.killLeader();
  }

  /**
   * Restarts a node with the same address and data. A node that still runs is shut down first.
   * Returns when the running nodes have a leader, or at once if they are fewer than a majority.
   *
   * @throws IllegalArgumentException if there is no such node
   * @throws IllegalStateException if the cluster is closed, or the node does not start
   */
  public void restart(String node) {
    group.restart(node);
  }

  /** Closes its clients, ends the nodes and deletes their data. */
  @Override
  public void close() {
    group.close();
  }

  @Override
  public String toString() {
    return "TestCluster" + endpoints();
  }
}
