package io.tenure.cli.cluster;

import io.tenure.cli.Version;
import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.terminal.CommandFailedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts a node that is down. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure cluster start NODE [--dir DIR]",
    description = {"Starts a node that is down, with its existing data.", ""},
    footerHeading = "%nExamples:%n",
    footer = "  tenure cluster start n2",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the node is running",
      "1:no such node, or it failed to start; see standard error",
      "2:bad usage"
    })
final class ClusterStart implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterFolder folder;

  @Parameters(paramLabel = "NODE", description = "n1, n2, ...")
  private String name;

  @Override
  public Integer call() {
    LocalCluster existing = folder.cluster();
    try (ClusterLock lock = ClusterLock.take(existing.folder())) {
      LocalCluster cluster = folder.cluster();
      LocalNode node = cluster.node(name);
      if (node.state() != State.DOWN) {
        throw new CommandFailedException(name + " is already running");
      }
      new ClusterStarter(cluster, spec.commandLine().getErr())
          .start(List.of(node), false)
          .print(spec.commandLine().getOut());
    }
    return ExitCode.OK;
  }
}
