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

/** Deletes what a cluster has recorded about a node. */
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
      "Deletes what the cluster has recorded about a node that is not a member, so that a node with"
          + " this id can be added although another one with the same id was met before.",
      "",
      "Members record a node when it founds the cluster with them or is added, and refuse a node"
          + " with the same id and other data: it has lost its votes and could help to elect two"
          + " leaders. Use this command only if no node with this id was ever a member, for example"
          + " if the record was made by mistake. All members must be running.",
      "",
      "Before the cluster has formed there are no members to ask: stop the node that has the record,"
          + " and give its data directory with --data. A node that has taken part in a cluster is"
          + " refused there. Use it only if no other node has taken part in one either.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure member forget n4 --endpoints 10.0.0.2:7400",
      "  tenure member forget n2 --data /var/lib/tenure"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no member, or not this node, has a record of it",
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

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "the data directory of a node that does not run, instead of the members' records")
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
