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

/** Starts nodes of a cluster and waits until they are ready. */
final class ClusterStarter {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final int LOG_LINES = 10;

  private final PrintWriter err;
  private LocalCluster cluster;

  ClusterStarter(LocalCluster cluster, PrintWriter err) {
    this.cluster = cluster;
    this.err = err;
  }

  /**
   * Starts these nodes and waits until they answer and every shard has a leader. If one of them
   * ends, stops the others.
   *
   * @param needsLeader false to wait only until the nodes answer
   */
  ClusterReport start(List<LocalNode> nodes, boolean needsLeader) {
    nodes.forEach(node -> RunningNode.configure(null, cluster.settings(node)));
    nodes.forEach(ClusterStarter::requireFreePorts);
    for (LocalNode node : nodes) {
      cluster = cluster.start(node, Invocation.current());
    }
    List<LocalNode> started = nodes.stream().map(node -> cluster.node(node.id())).toList();
    BooleanSupplier startedOrFailed =
        () -> anyDown(started) || isReady(ClusterReport.of(cluster), started, needsLeader);
    boolean inTime = Patience.await(START_TIMEOUT, startedOrFailed);
    if (anyDown(started)) {
      List<LocalNode> ended = started.stream().filter(ClusterStarter::hasEnded).toList();
      ClusterStopper.stop(started);
      ended.forEach(this::printLogEnd);
      throw new CommandFailedException(
          ended.stream().map(LocalNode::id).collect(Collectors.joining(", "))
              + " failed to start; see the log above");
    }
    if (!inTime) {
      throw new CommandFailedException(
          "no leader within "
              + Formats.time(START_TIMEOUT)
              + "; see the logs in "
              + cluster.folder());
    }
    return ClusterReport.of(cluster);
  }

  private static boolean anyDown(List<LocalNode> nodes) {
    return nodes.stream().anyMatch(ClusterStarter::hasEnded);
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

  /** A starting process has no arguments for a moment and then looks like one that has ended. */
  private static boolean hasEnded(LocalNode node) {
    return !Patience.await(Duration.ofMillis(100), () -> node.state() != State.DOWN);
  }

  private void printLogEnd(LocalNode node) {
    err.println("tenure: " + node.id() + " has ended; last lines of " + node.log() + ":");
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
