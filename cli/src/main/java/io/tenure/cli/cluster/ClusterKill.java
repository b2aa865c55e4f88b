package io.tenure.cli.cluster;

import io.tenure.cli.Version;
import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.process.Patience;
import io.tenure.cli.terminal.CommandFailedException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends a signal to a node's process: kills, stops, pauses or resumes it. */
@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure cluster kill NODE|leader [--signal 9|TERM|STOP|CONT] [--dir DIR]",
    description = {
      "Sends a signal to a node's process: 9 kills it, TERM stops it in order, STOP"
          + " pauses it, CONT resumes it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure cluster kill leader",
      "  tenure cluster kill n2 --signal STOP",
      "  tenure cluster kill n2 --signal CONT"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:success", "1:no such node, or the node is already down", "2:bad usage"})
final class ClusterKill implements Callable<Integer> {
  private static final String LEADER = "leader";

  /** How long to wait for an election in progress, for example after the leader was killed. */
  private static final Duration ELECTION = Duration.ofSeconds(5);

  @Spec private CommandSpec spec;
  @Mixin private ClusterFolder folder;

  @Parameters(
      paramLabel = "NODE",
      description = "n1, n2, ..., or leader for the leader of the first shard")
  private String name;

  @Option(
      names = {"-s", "--signal"},
      paramLabel = "SIGNAL",
      defaultValue = "9",
      converter = ProcessSignal.Converter.class,
      description = "9 (default), TERM, STOP or CONT")
  private ProcessSignal signal;

  @Override
  public Integer call() {
    LocalNode node = node(folder.cluster());
    long pid = node.process().map(ProcessHandle::pid).orElse(0L);
    if (!signal.send(node)) {
      throw new CommandFailedException(node.id() + " is already down");
    }
    if (signal.ends()) {
      ClusterStopper.awaitEnd(node);
    } else {
      State expected = signal == ProcessSignal.STOP ? State.PAUSED : State.RUNNING;
      Patience.await(Duration.ofSeconds(1), () -> node.state() == expected);
    }
    spec.commandLine().getOut().println(sentence().formatted(node.id(), pid));
    return ExitCode.OK;
  }

  private LocalNode node(LocalCluster cluster) {
    if (!name.equals(LEADER)) {
      return cluster.node(name);
    }
    AtomicReference<LocalNode> leader = new AtomicReference<>();
    BooleanSupplier isElectionOver =
        () -> {
          ClusterReport.of(cluster).leader().ifPresent(leader::set);
          return leader.get() != null || !hasMajority(cluster);
        };
    if (!Patience.await(ELECTION, isElectionOver) || leader.get() == null) {
      throw new CommandFailedException(
          "the first shard has no leader; see " + folder.command("status"));
    }
    return leader.get();
  }

  /** Without a majority of running nodes there is no election to wait for. */
  private static boolean hasMajority(LocalCluster cluster) {
    long running = cluster.nodes().stream().filter(node -> node.state() == State.RUNNING).count();
    return running > cluster.nodes().size() / 2;
  }

  private String sentence() {
    return switch (signal) {
      case KILL -> "Killed %s (process %d).";
      case TERM -> "Stopped %s (process %d).";
      case STOP -> "Paused %s (process %d).";
      case CONT -> "Resumed %s (process %d).";
    };
  }
}
