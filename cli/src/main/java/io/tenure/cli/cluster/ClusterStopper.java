package io.tenure.cli.cluster;

import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.process.Patience;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Formats;
import java.time.Duration;
import java.util.List;

/** Ends processes of nodes. */
final class ClusterStopper {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration LITTLE_PATIENCE = Duration.ofSeconds(5);

  private ClusterStopper() {}

  /** In order if they can, by force if they take too long. */
  static void stop(List<LocalNode> nodes) {
    for (LocalNode node : nodes) {
      ProcessSignal.TERM.send(node);
      if (node.state() == State.PAUSED) {
        ProcessSignal.CONT.send(node);
      }
    }
    if (!awaitEnd(nodes, PATIENCE)) {
      nodes.forEach(ProcessSignal.KILL::send);
      if (!awaitEnd(nodes, LITTLE_PATIENCE)) {
        throw new CommandFailedException("some nodes cannot be stopped");
      }
    }
  }

  /** Whether all have ended in time. */
  static boolean awaitEnd(List<LocalNode> nodes, Duration atMost) {
    return Patience.await(
        atMost, () -> nodes.stream().allMatch(node -> node.state() == State.DOWN));
  }

  /** After a signal that ends a process: waits until it has. */
  static void awaitEnd(LocalNode node) {
    if (!awaitEnd(List.of(node), PATIENCE)) {
      throw new CommandFailedException(
          node.id() + " has not ended after " + Formats.time(PATIENCE));
    }
  }
}
