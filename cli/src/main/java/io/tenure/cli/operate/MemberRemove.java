package io.tenure.cli.operate;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.admin.ClusterAdmin;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Removes a node from a cluster. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure member remove ID [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Removes a node from the cluster, whether it is running or not. Its id must not be used again.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = "  tenure member remove n1 --endpoints 10.0.0.2:7400",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is no member",
      "1:failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether it was done"
    })
final class MemberRemove implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(paramLabel = "ID", description = "the node")
  private String node;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = endpoints.admin()) {
      MemberCommands.print(spec.commandLine().getOut(), output, admin.removeMember(node));
    }
    return ExitCode.OK;
  }
}
