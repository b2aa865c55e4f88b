package io.tenure.cli.cluster;

import io.tenure.cli.Main;
import io.tenure.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a cluster of several server processes on this machine. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Runs a cluster on this machine, for trying Tenure out and for testing failures.",
      "",
      "Every node is a background process. One directory holds the data, logs and"
          + " process ids of all nodes.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure cluster up --nodes 3",
      "  tenure cluster kill leader",
      "  tenure cluster status",
      "  tenure cluster start n1",
      "  tenure cluster down --wipe"
    },
    subcommands = {
      ClusterUp.class,
      ClusterStatus.class,
      ClusterKill.class,
      ClusterStart.class,
      ClusterDown.class
    })
public final class Cluster implements Runnable {
  @Spec private CommandSpec spec;

  /** Reached only when no subcommand was given. */
  @Override
  public void run() {
    throw Main.missingCommand(spec);
  }
}
