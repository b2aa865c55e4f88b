package io.tenure.cli.operate;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.server.Node;
import io.tenure.server.config.StartRefusedException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Deletes the cluster's records of a node id. */
@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = {
      "tenure member forget ID [-o text|json] [--endpoints HOST:PORT,...]",
      "tenure member forget ID [-o text|json] --data DIR"
    },
    description = {
      "Deletes the cluster's records of a node that is not a member. A new node with"
          + " the same id can be added afterwards.",
      "",
      "Members record every node that forms the cluster with them or is added. They"
          + " refuse a node with a recorded id but different data, because it has lost its"
          + " votes and could help elect two leaders. Use this command only if no node with"
          + " this id was ever a member, for example if the record was created by mistake."
          + " All members must be running.",
      "",
      "Before the cluster has formed there are no members to ask: stop the node that"
          + " has the record and give its data directory with --data. The command refuses the"
          + " data directory of a node that has been part of a cluster. Use it only if no"
          + " other node has been part of a cluster either.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure member forget n4 --endpoints 10.0.0.2:7400",
      "  tenure member forget n2 --data /var/lib/tenure"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no member (with --data: not this node) has a record of the id",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
final class MemberForget implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(paramLabel = "ID", description = "the node's id")
  private String node;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "delete the record in the data directory of a stopped node instead of the"
              + " members' records")
  private @Nullable Path data;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    if (data != null) {
      forgetIn(data);
      return ExitCode.OK;
    }
    try (ClusterAdmin admin = endpoints.admin()) {
      print(admin.forgetMember(node));
    }
    return ExitCode.OK;
  }

  private void forgetIn(Path directory) {
    boolean cleared;
    try {
      cleared = Node.forget(directory, node);
    } catch (StartRefusedException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (output.isJson()) {
      out.println(Json.write(Json.object("node", node, "cleared", cleared)));
    } else {
      out.println(
          (cleared ? "record of %s deleted in %s" : "no record of %s in %s")
              .formatted(node, directory));
    }
    out.flush();
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
