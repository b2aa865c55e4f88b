package io.tenure.cli.cluster;

import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.process.Patience;
import io.tenure.cli.server.RunningNode;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Invocation;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Starts nodes of a cluster and sees to it that they take part. */
final class ClusterStarter {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOG_LINES = 10;

  private final PrintWriter err;
  private LocalCluster cluster;

  ClusterStarter(LocalCluster cluster, PrintWriter err) {
    this.cluster = cluster;
    this.err = err;
  }

  /**
   * Starts these nodes and waits until they answer and there is a leader. If one of them ends, so
   * do the others.
   *
   * @param needsLeader false to be content with their answers
   */
  ClusterReport start(List<LocalNode> nodes, boolean needsLeader) {
    nodes.forEach(node -> RunningNode.configure(null, cluster.settings(node)));
    nodes.forEach(ClusterStarter::requireFreePorts);
    for (LocalNode node : nodes) {
      cluster = cluster.start(node, Invocation.current());
    }
    List<LocalNode> started = nodes.stream().map(node -> cluster.node(node.id())).toList();
    BooleanSupplier settled =
        () -> anyDown(started) || isReady(ClusterReport.of(cluster), started, needsLeader);
    boolean inTime = Patience.await(PATIENCE, settled);
    if (anyDown(started)) {
      List<LocalNode> ended = started.stream().filter(node -> node.state() == State.DOWN).toList();
      ClusterStopper.stop(started);
      ended.forEach(this::tellLog);
      throw new CommandFailedException(
          ended.stream().map(LocalNode::id).collect(Collectors.joining(", "))
              + " did not start; see above");
    }
    if (!inTime) {
      throw new CommandFailedException(
          "no leader after " + Formats.time(PATIENCE) + "; see the logs in " + cluster.folder());
    }
    return ClusterReport.of(cluster);
  }

  private static boolean anyDown(List<LocalNode> nodes) {
    return nodes.stream().anyMatch(node -> node.state() == State.DOWN);
  }

  private static boolean isReady(
      ClusterReport report, List<LocalNode> started, boolean needsLeader) {
    return needsLeader
        ? report.hasLeaders() && started.stream().allMatch(report::isReady)
        : started.stream().allMatch(node -> report.statusOf(node).isPresent());
  }

  private static void requireFreePorts(LocalNode node) {
    for (int port = node.port(); port <= node.port() + 2; port++) {
      try (ServerSocket socket = new ServerSocket()) {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      } catch (IOException e) {
        throw new CommandFailedException(
            "port " + port + ", for " + node.id() + ", is in use; choose another --base-port", e);
      }
    }
  }

  private void tellLog(LocalNode node) {
    err.println("tenure: " + node.id() + " ended; the end of " + node.log() + ":");
    try {
      List<String> lines =
          new String(Files.readAllBytes(node.log()), StandardCharsets.UTF_8).lines().toList();
      lines
          .subList(Math.max(0, lines.size() - LOG_LINES), lines.size())
          .forEach(line -> err.println("  " + Formats.printable(line)));
    } catch (IOException e) {
      err.println("  (" + e + ")");
    }
  }
}
