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

/** Makes another node the leader. */
@Command(
    name = "transfer-leader",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "tenure transfer-leader [--to ID] [--shard NAME] [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Makes another node the leader of a shard.",
      "",
      "Of the first one, or of the one that is named.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure transfer-leader", "  tenure transfer-leader --to n2 --shard high"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it leads",
      "1:failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether it was done"
    })
public final class TransferLeader implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Option(
      names = "--to",
      paramLabel = "ID",
      description = "the node that is to lead (default: whichever is best)")
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
