package io.tenure.cli.operate;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.ShardStatus;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Raises fencing tokens above those granted after a backup was made. */
@Command(
    name = "raise-revision",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "tenure raise-revision --above TOKEN [--shard NAME] [-o text|json]"
            + " [--endpoints HOST:PORT,...]",
    description = {
      "Raises fencing tokens above those granted after a backup was made.",
      "",
      "Use it after a restore. Tokens granted from now on are greater than any token"
          + " granted since the backup was made, so resources that saw those tokens accept"
          + " the new ones. Applies to all shards, or to the one given with --shard.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = "  tenure raise-revision --above 4711",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
public final class RaiseRevision implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Option(
      names = "--above",
      paramLabel = "TOKEN",
      required = true,
      description = "the greatest token that any resource has seen, or 0")
  private long above;

  @Mixin private ShardOption shard;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ClusterAdmin admin = endpoints.admin()) {
      for (ShardStatus each : shard.choose(admin.status())) {
        long revision = admin.raiseRevision(above, each.index());
        out.println(
            output.isJson()
                ? Json.write(Json.object("shard", each.name(), "revision", revision))
                : "New tokens of shard " + each.name() + " are greater than " + revision + ".");
        out.flush();
      }
    }
    return ExitCode.OK;
  }
}
