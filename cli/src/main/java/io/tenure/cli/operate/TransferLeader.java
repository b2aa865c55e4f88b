package io.tenure.cli.operate;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.ShardStatus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Transfers leadership of a shard to another node. */
@Command(
    name = "transfer-leader",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "tenure transfer-leader [--to ID] [--shard NAME] [-o text|json] [--endpoints"
            + " HOST:PORT,...]",
    description = {
      "Transfers leadership of a shard to another node.",
      "",
      "Applies to the first shard, or to the one given with --shard.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure transfer-leader", "  tenure transfer-leader --to n2 --shard high"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the node is the leader",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
public final class TransferLeader implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Option(
      names = "--to",
      paramLabel = "ID",
      description = "the node that becomes leader (default: the most suitable node)")
  private String to = "";

  @Mixin private ShardOption shard;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = endpoints.admin()) {
      ShardStatus chosen = shard.choose(admin.status()).get(0);
      String leader = admin.transferLeadership(to, chosen.index());
      spec.commandLine()
          .getOut()
          .println(
              output.isJson()
                  ? Json.write(Json.object("shard", chosen.name(), "leader", leader))
                  : leader + " leads shard " + chosen.name() + ".");
    }
    return ExitCode.OK;
  }
}
