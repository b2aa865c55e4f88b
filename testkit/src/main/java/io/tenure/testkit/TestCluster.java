package io.tenure.testkit;

import io.tenure.client.Tenure;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A service of several nodes, in this process, for tests of what a program does while one of them
 * is lost. The nodes are called n1, n2 and so on.
 *
 * <pre>{@code
 * try (TestCluster cluster = TestCluster.start();
 *     Hold hold = cluster.connect().lock("/billing").acquire()) {
 *   cluster.killLeader();
 *   assertThat(hold.isValid()).isTrue();
 * }
 * }</pre>
 *
 * <p>For any number of threads. {@link TestServer} starts faster and is enough for everything else.
 */
public final class TestCluster implements AutoCloseable {
  private static final int NODES = 3;

  private final NodeGroup group;

  private TestCluster(NodeGroup group) {
    this.group = group;
  }

  /**
   * Starts three nodes and returns when one of them leads.
   *
   * @throws IllegalStateException if they do not start; the message says why
   */
  public static TestCluster start() {
    return start(NODES);
  }

  /**
   * Starts so many nodes and returns when one of them leads.
   *
   * @param nodes 1 to 9
   * @throws IllegalStateException if they do not start; the message says why
   */
  public static TestCluster start(int nodes) {
    return new TestCluster(NodeGroup.start(nodes));
  }

  /** What the nodes are called. */
  public List<String> nodes() {
    return group.names();
  }

  /** Where clients connect, each as {@code 127.0.0.1:PORT}, in the order of {@link #nodes}. */
  public List<String> endpoints() {
    return group.endpoints();
  }

  /**
   * A client of all nodes, with the defaults. It is closed with the cluster at the latest.
   *
   * @throws IllegalStateException if the cluster is closed
   */
  public Tenure connect() {
    return connect(builder -> builder);
  }

  /**
   * A client of all nodes.
   *
   * @param settings what is to be different from the defaults
   * @throws IllegalStateException if the cluster is closed
   */
  public Tenure connect(UnaryOperator<Tenure.Builder> settings) {
    return group.connect(settings);
  }

  /**
   * The node that leads. Waits until all that run agree on it.
   *
   * @throws IllegalStateException if the cluster is closed, or too few run for there to be one
   */
  public String leader() {
    return group.leader();
  }

  /**
   * Whether the node was neither killed nor closed.
   *
   * @throws IllegalArgumentException if there is no such node
   */
  public boolean isRunning(String node) {
    return group.isRunning(node);
  }

  /**
   * Ends a node as a power cut would: every connection breaks, nothing is handed over, and
   * connecting is refused. Its data stays for {@link #restart}. Does nothing if it was killed
   * before.
   *
   * @throws IllegalArgumentException if there is no such node
   * @throws IllegalStateException if the cluster is closed
   */
  public void kill(String node) {
    group.kill(node);
  }

  /**
   * Kills whichever node leads.
   *
   * @return the node that was killed
   * @throws IllegalStateException if the cluster is closed, or none can lead
   */
  public String killLeader() {
    return group.killLeader();
  }

  /**
   * Starts a node again, at the same place, with its data; one that still runs is stopped first, in
   * good order. Returns when it knows the leader, if enough run for there to be one.
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
