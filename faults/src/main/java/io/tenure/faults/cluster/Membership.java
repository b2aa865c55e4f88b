package io.tenure.faults.cluster;

import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.Member;
import io.tenure.client.error.TenureException;
import io.tenure.harness.TimeLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who belongs to the cluster. A node that has lost its data, or was removed, comes back as the
 * manual says: removed, started with a new id and an empty directory, added.
 */
final class Membership {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final List<Node> nodes;

  Membership(List<Node> nodes) {
    this.nodes = nodes;
  }

  /** Whether it runs or not. */
  void remove(Node node) throws IOException, InterruptedException {
    node.leave();
    String id = node.id();
    ask("remove " + id, node, admin -> admin.removeMember(id));
  }

  /** Puts a new member in a node's place. */
  void replace(Node node) throws IOException, InterruptedException {
    node.kill();
    remove(node);
    node.wipe();
    List<Member> members = nodes.stream().map(Node::member).toList();
    node.meet(members);
    node.start();
    TimeLimit timeLimit = TimeLimit.of(LIMIT);
    while (node.isAlive() && !ClusterStatus.ask(List.of(node)).answers(node)) {
      if (timeLimit.isOver()) {
        throw new IOException(
            "%s does not answer within %d s; it cannot be added"
                .formatted(node.id(), LIMIT.toSeconds()));
      }
      TimeLimit.pause();
    }
    Member member = node.member();
    ask("add " + node.id(), node, admin -> admin.addMember(member));
  }

  /** Through the others, again and again: none of them may lead at the moment. */
  private void ask(String what, Node about, Consumer<ClusterAdmin> change)
      throws IOException, InterruptedException {
    TimeLimit timeLimit = TimeLimit.of(LIMIT);
    while (true) {
      List<String> others =
          nodes.stream()
              .filter(node -> node != about && node.isRunning())
              .map(Node::address)
              .toList();
      if (others.isEmpty()) {
        throw new IOException("no node is running that could " + what);
      }
      try (ClusterAdmin admin = ClusterAdmin.of(others)) {
        change.accept(admin);
        return;
      } catch (TenureException e) {
        if (timeLimit.isOver()) {
          throw new IOException("could not " + what + ": " + e.getMessage(), e);
        }
      }
      TimeLimit.pause();
    }
  }
}
