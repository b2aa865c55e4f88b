package io.tenure.faults.fault;

import io.tenure.faults.cluster.Cluster;
import io.tenure.faults.cluster.Node;
import io.tenure.faults.cluster.network.Network;
import io.tenure.faults.fault.kind.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * The cluster and clients that a fault acts on. Looks up the leader at the time of the fault;
 * everything else depends on the random numbers alone.
 *
 * @param victim the node that already has a fault, if a second fault joins the first
 */
public record FaultContext(Cluster cluster, Workers workers, Optional<Node> victim) {
  /** Longer than the TTL of any session of the clients. */
  public static final Duration EXPIRY = Duration.ofSeconds(6);

  /** Any node, or the one that already has a fault. */
  public Node any(Random random) {
    Node drawn = pick(cluster.nodes(), random);
    return victim.orElse(drawn);
  }

  /** The leader of one of the shards. */
  public Node leader(Random random) throws IOException, InterruptedException {
    return cluster.leader(pick(cluster.shards(), random));
  }

  /** A node that does not lead the shard. */
  public Node follower(Random random) throws IOException, InterruptedException {
    Node leader = leader(random);
    return pick(cluster.nodes().stream().filter(node -> node != leader).toList(), random);
  }

  /** The node with a small disk, which can be filled. */
  public Node withSmallDisk() throws IOException {
    return cluster.nodes().stream()
        .filter(node -> node.disk().isSmall())
        .findFirst()
        .orElseThrow(() -> new IOException("no node has a small disk"));
  }

  /** A number of nodes in random order. */
  public List<Node> some(int count, Random random) {
    return shuffled(random).subList(0, count);
  }

  public List<Node> shuffled(Random random) {
    List<Node> nodes = new ArrayList<>(cluster.nodes());
    Collections.shuffle(nodes, random);
    return nodes;
  }

  public Network network() throws IOException {
    return cluster
        .network()
        .orElseThrow(() -> new IOException("the nodes do not run in network namespaces"));
  }

  public static <T> T pick(List<T> choice, Random random) {
    return choice.get(random.nextInt(choice.size()));
  }

  /** From the first to the last, both included. */
  public static int between(int first, int last, Random random) {
    return first + random.nextInt(last - first + 1);
  }

  public static String names(List<Node> nodes) {
    return nodes.stream().map(Node::id).sorted().collect(Collectors.joining(", "));
  }
}
