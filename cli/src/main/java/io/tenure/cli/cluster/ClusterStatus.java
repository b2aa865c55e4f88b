package io.tenure.cli.cluster;

import io.tenure.cli.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the nodes of a cluster on this machine. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure cluster status [--dir DIR]",
    description = {
      "Shows the nodes: their addresses, processes and roles. The role of a node that"
          + " does not answer is `down`, `paused` or `no answer`.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = "  tenure cluster status",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every shard has a leader",
      "1:at least one shard has no leader",
      "2:bad usage"
    })
final class ClusterStatus implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterFolder folder;

  @Override
  public Integer call() {
    ClusterReport report = ClusterReport.of(folder.cluster());
    report.print(spec.commandLine().getOut());
    return report.hasLeaders() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
