package io.tenure.cli.cluster;

import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.process.Patience;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Formats;
import java.time.Duration;
import java.util.List;

/** Stops the processes of nodes. */
final class ClusterStopper {
  private static final Duration TERM_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

  private ClusterStopper() {}

  /** Stops the nodes with SIGTERM, or with SIGKILL if they take too long. */
  static void stop(List<LocalNode> nodes) {
    for (LocalNode node : nodes) {
      ProcessSignal.TERM.send(node);
      if (node.state() == State.PAUSED) {
        ProcessSignal.CONT.send(node);
      }
    }
    if (!awaitEnd(nodes, TERM_TIMEOUT)) {
      nodes.forEach(ProcessSignal.KILL::send);
      if (!awaitEnd(nodes, KILL_TIMEOUT)) {
        throw new CommandFailedException(
            "cannot stop all nodes; some processes are still running after SIGKILL");
      }
    }
  }

  /** Whether all nodes have ended in time. */
  static boolean awaitEnd(List<LocalNode> nodes, Duration atMost) {
    return Patience.await(
        atMost, () -> nodes.stream().allMatch(node -> node.state() == State.DOWN));
  }

  /** After a signal that ends a process: waits until it has. */
  static void awaitEnd(LocalNode node) {
    if (!awaitEnd(List.of(node), TERM_TIMEOUT)) {
      throw new CommandFailedException(
          node.id() + " is still running after " + Formats.time(TERM_TIMEOUT));
    }
  }
}
