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

/** Lifts tokens over those that may have been granted after a backup. */
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
      "Lifts tokens over those granted after a backup.",
      "",
      "After a restore: makes every token from now on greater than any that may have been"
          + " granted since the backup was made, so that resources which saw those do not refuse"
          + " the new ones. In all shards, or in the one that is named.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = "  tenure raise-revision --above 4711",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether it was done"
    })
public final class RaiseRevision implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Option(
      names = "--above",
      paramLabel = "TOKEN",
      required = true,
      description = "the greatest token that anybody has seen, or 0")
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
                : "Tokens of shard " + each.name() + " are above " + revision + " from now on.");
        out.flush();
      }
    }
    return ExitCode.OK;
  }
}
