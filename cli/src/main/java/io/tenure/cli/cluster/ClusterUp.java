package io.tenure.cli.cluster;

import io.tenure.cli.Version;
import io.tenure.cli.server.Hints;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Invocation;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts the nodes of a cluster on this machine, or those of them that are down. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "tenure cluster up [--nodes N] [--base-port PORT] [--set NAME=VALUE]... [--dir DIR]",
    description = {
      "Starts a cluster in the background and waits until it has a leader. If the"
          + " cluster exists, starts the nodes that are down, with their existing data.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure cluster up",
      "  tenure cluster up --nodes 5 --base-port 8400 --dir /tmp/five",
      "  tenure cluster up --set shards=low:,high:n --set log-level=debug"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:the cluster is running", "1:failed; see standard error", "2:bad usage"})
final class ClusterUp implements Callable<Integer> {
  private static final int DEFAULT_NODES = 3;
  private static final int MAX_NODES = 9;
  private static final int DEFAULT_PORT = 7400;
  private static final int MAX_PORT = 65_535;

  /** Settings that are derived from the other options. */
  private static final List<String> DERIVED =
      List.of("id", "data", "listen", "raft-listen", "http-listen", "peers");

  @Spec private CommandSpec spec;
  @Mixin private ClusterFolder folder;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "number of nodes, 1 to " + MAX_NODES + " (default: " + DEFAULT_NODES + ")")
  private @Nullable Integer nodes;

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      description = {
        "the client port of n1 (default: "
            + DEFAULT_PORT
            + "); the next nodes' ports are 10 apart. Each node uses the next two ports"
            + " for Raft and HTTP"
      })
  private @Nullable Integer basePort;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "a setting for every node; see `tenure server --help`")
  private Map<String, String> settings = new TreeMap<>();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ClusterLock lock = ClusterLock.take(folder.path())) {
      LocalCluster cluster = LocalCluster.find(folder.path()).orElseGet(this::plan);
      requireSameOptions(cluster);
      List<LocalNode> down = cluster.down();
      if (down.isEmpty()) {
        out.println("The cluster in " + folder.path() + " is already running.");
        ClusterReport.of(cluster).print(out);
        return ExitCode.OK;
      }
      new ClusterStarter(cluster, spec.commandLine().getErr()).start(down, true).print(out);
    }
    out.println("Try:");
    Hints.print(out, hintOptions());
    out.println("  " + folder.command("kill leader"));
    out.println("  " + folder.command("down"));
    out.flush();
    return ExitCode.OK;
  }

  private LocalCluster plan() {
    int count = nodes == null ? DEFAULT_NODES : nodes;
    int port = basePort == null ? DEFAULT_PORT : basePort;
    refuseIf(
        count < 1 || count > MAX_NODES, "nodes: " + count + " (expected: 1 to " + MAX_NODES + ")");
    int highest = MAX_PORT - LocalCluster.lastPort(count, 0);
    refuseIf(
        port < 1 || port > highest, "base-port: " + port + " (expected: 1 to " + highest + ")");
    DERIVED.forEach(
        name ->
            refuseIf(
                settings.containsKey(name),
                "--set " + name + ": this setting is derived for each node and cannot be set"));
    return new LocalCluster(folder.path(), new ClusterFile(count, port, settings, Map.of()));
  }

  /** Refuses options that differ from those of the existing cluster. */
  private void requireSameOptions(LocalCluster cluster) {
    ClusterFile made = cluster.file();
    boolean same =
        (nodes == null || nodes == made.nodes())
            && (basePort == null || basePort == made.basePort())
            && (settings.isEmpty() || settings.equals(made.settings()));
    if (!same) {
      throw new CommandFailedException(
          "the cluster in "
              + folder.path()
              + " was created with --nodes "
              + made.nodes()
              + " --base-port "
              + made.basePort()
              + settingsText(made)
              + "; use another --dir, or remove it with "
              + folder.command("down --wipe"));
    }
  }

  private static String settingsText(ClusterFile made) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(made.settings())
        .forEach((name, value) -> text.append(" --set ").append(name).append('=').append(value));
    return text.toString();
  }

  /** The cluster in the default directory is found without options. */
  private String hintOptions() {
    LocalCluster cluster = folder.cluster();
    boolean standard = folder.path().equals(ClusterFolder.standard(Invocation.current()));
    return standard ? "" : " --endpoints " + String.join(",", cluster.addresses());
  }

  private void refuseIf(boolean bad, String why) {
    if (bad) {
      throw new ParameterException(spec.commandLine(), why);
    }
  }
}
