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

/** Kills, stops or resumes a node's process. */
@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure cluster kill NODE|leader [--signal 9|TERM|STOP|CONT] [--dir DIR]",
    description = {
      "Sends a signal to a node's process: 9 kills it, TERM ends it in order, STOP pauses it, CONT"
          + " lets it go on.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure cluster kill leader",
      "  tenure cluster kill n2 --signal STOP",
      "  tenure cluster kill n2 --signal CONT"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:no such node, or it is down already", "2:bad usage"})
final class ClusterKill implements Callable<Integer> {
  private static final String LEADER = "leader";

  /** One that is under way, perhaps because the leader was killed just now, is waited for. */
  private static final Duration ELECTION = Duration.ofSeconds(5);

  @Spec private CommandSpec spec;
  @Mixin private ClusterFolder folder;

  @Parameters(
      paramLabel = "NODE",
      description = "n1, n2, ..., or leader: whoever leads the first shard")
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
      throw new CommandFailedException(node.id() + " is down already");
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
    BooleanSupplier isDecided =
        () -> {
          ClusterReport.of(cluster).leader().ifPresent(leader::set);
          return leader.get() != null || !hasMajority(cluster);
        };
    if (!Patience.await(ELECTION, isDecided) || leader.get() == null) {
      throw new CommandFailedException("there is no leader; see " + folder.command("status"));
    }
    return leader.get();
  }

  /** Fewer elect nobody. */
  private static boolean hasMajority(LocalCluster cluster) {
    long running = cluster.nodes().stream().filter(node -> node.state() == State.RUNNING).count();
    return running > cluster.nodes().size() / 2;
  }

  private String sentence() {
    return switch (signal) {
      case KILL -> "Killed %s (process %d).";
      case TERM -> "%s (process %d) has ended.";
      case STOP -> "Paused %s (process %d).";
      case CONT -> "%s (process %d) goes on.";
    };
  }
}
