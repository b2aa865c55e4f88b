package io.tenure.cli;

import io.tenure.client.ClusterAdmin;
import io.tenure.client.ShardStatus;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes another node the leader. */
@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure leader transfer [NODE] [--shard NAME] [--server HOST:PORT,...]",
    description = {"Makes another node the leader of a shard.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  tenure leader transfer", "  tenure leader transfer n2 --shard high"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:it leads", "1:failed; standard error says why", "2:bad usage"})
final class LeaderTransfer implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;

  @Parameters(
      paramLabel = "NODE",
      arity = "0..1",
      description = "who is to lead (default: whoever is best)")
  private @Nullable String node;

  @Option(
      names = "--shard",
      paramLabel = "NAME",
      description = "name or number of the shard (default: the first one)")
  private @Nullable String shard;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = server.admin()) {
      ShardStatus chosen = shard(admin.status().shards());
      String leader = admin.transferLeadership(node == null ? "" : node, chosen.index());
      spec.commandLine().getOut().println(leader + " leads shard " + chosen.name() + ".");
    }
    return ExitCode.OK;
  }

  private ShardStatus shard(List<ShardStatus> shards) {
    return shards.stream()
        .filter(
            each ->
                shard == null
                    || each.name().equals(shard)
                    || Integer.toString(each.index()).equals(shard))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "shard: "
                        + shard
                        + " (expected: "
                        + shards.stream().map(ShardStatus::name).collect(Collectors.joining(", "))
                        + ")"));
  }
}
