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
      "Removes a node from the cluster, whether the node is running or not. Its id"
          + " must not be reused.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = "  tenure member remove n1 --endpoints 10.0.0.2:7400",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the node is not a member",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
final class MemberRemove implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(paramLabel = "ID", description = "the node's id")
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
