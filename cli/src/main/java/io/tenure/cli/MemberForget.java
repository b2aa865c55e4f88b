package io.tenure.cli;

import io.tenure.client.ClusterAdmin;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Deletes what a cluster has recorded about a node. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure member forget ID [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Deletes what the cluster has recorded about a node that is not a member, so that a node with"
          + " this id can be added although another one with the same id was met before.",
      "",
      "Members record a node when it founds the cluster with them or is added, and refuse a node"
          + " with the same id and other data: it has lost its votes and could help to elect two"
          + " leaders. Use this command only if no node with this id was ever a member, for example"
          + " if the record was made by mistake. All members must be running.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = "  tenure member forget n4 --endpoints 10.0.0.2:7400",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no member has a record of it",
      "1:failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether it was done"
    })
final class MemberForget implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(paramLabel = "ID", description = "the node")
  private String node;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = endpoints.admin()) {
      print(admin.forgetMember(node));
    }
    return ExitCode.OK;
  }

  private void print(List<String> clearedOn) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.isJson()) {
      out.println(Json.write(Json.object("node", node, "cleared_on", clearedOn)));
    } else if (clearedOn.isEmpty()) {
      out.println("no member has a record of " + node);
    } else {
      out.println("record of " + node + " deleted on " + String.join(", ", clearedOn));
    }
    out.flush();
  }
}
