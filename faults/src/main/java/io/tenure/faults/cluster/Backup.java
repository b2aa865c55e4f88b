package io.tenure.faults.cluster;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.error.TenureException;
import io.tenure.harness.TimeLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Copies of the data of some nodes, made and put back as the manual says: one node after the other
 * is stopped and copied while the others serve; and after everything was lost, the copies of a
 * majority are put back, tokens are lifted, and new members take the places of the rest. Of a
 * majority and no more: then whoever leads has the votes of all of them, and so has everything that
 * any of the copies, which are not of the same moment, takes for committed.
 */
public final class Backup {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Nobody is asked for the greatest token that was seen: that may not be known to anybody. */
  private static final long ABOVE = 0;

  private final Cluster cluster;
  private final List<Node> copied;

  /** Once nothing runs any more nobody can be asked for them. */
  private final List<Integer> shards;

  private Backup(Cluster cluster, List<Node> copied) {
    this.cluster = cluster;
    this.copied = copied;
    this.shards = cluster.shards();
  }

  /** Makes one. All nodes must serve, and do so afterwards. */
  public static Backup make(Cluster cluster) throws IOException, InterruptedException {
    List<Node> copied = cluster.nodes().subList(0, cluster.majority());
    for (Node node : copied) {
      node.stop();
      node.backUp();
      node.start();
      requireWhole(cluster);
    }
    return new Backup(cluster, copied);
  }

  /**
   * Has all nodes lose everything, and puts the copies back. All nodes serve afterwards.
   *
   * @return what was done, in words
   */
  public String putBack() throws IOException, InterruptedException {
    List<Node> others = cluster.nodes().stream().filter(node -> !copied.contains(node)).toList();
    cluster.nodes().forEach(Node::strike);
    for (Node node : cluster.nodes()) {
      node.kill();
    }
    for (Node node : others) {
      node.loseData();
    }
    for (Node node : copied) {
      node.putBack();
      node.start();
    }
    for (int shard : shards) {
      raiseRevision(shard);
    }
    for (Node node : others) {
      cluster.replace(node);
    }
    requireWhole(cluster);
    return "the data of %s put back, %s added".formatted(copied, others);
  }

  /** Again and again: nobody leads at first. */
  private void raiseRevision(int shard) throws IOException, InterruptedException {
    List<String> addresses = copied.stream().map(Node::address).toList();
    TimeLimit timeLimit = TimeLimit.of(LIMIT);
    while (true) {
      try (ClusterAdmin admin = ClusterAdmin.of(addresses)) {
        long unused = admin.raiseRevision(ABOVE, shard);
        return;
      } catch (TenureException e) {
        boolean hopeless = !copied.stream().allMatch(Node::isAlive);
        if (hopeless || timeLimit.isOver()) {
          throw new IOException(
              "revisions of shard %d cannot be raised: %s\n%s"
                  .formatted(shard, e.getMessage(), cluster.logTail()),
              e);
        }
      }
      TimeLimit.pause();
    }
  }

  private static void requireWhole(Cluster cluster) throws IOException, InterruptedException {
    Optional<String> trouble = cluster.awaitWhole(LIMIT);
    if (trouble.isPresent()) {
      throw new IOException(trouble.get() + "\n" + cluster.logTail());
    }
  }
}
