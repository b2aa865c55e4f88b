package io.tenure.cli.operate;

import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects a shard. */
final class ShardOption {
  @Option(names = "--shard", paramLabel = "NAME", description = "name or number of a shard")
  private @Nullable String shard;

  /** The selected shard, or all shards if the option is not given. */
  List<ShardStatus> choose(NodeStatus status) {
    List<ShardStatus> chosen =
        status.shards().stream().filter(each -> shard == null || isNamed(each, shard)).toList();
    if (chosen.isEmpty()) {
      throw new CommandFailedException(
          "shard: "
              + shard
              + " (expected: "
              + status.shards().stream().map(ShardStatus::name).collect(Collectors.joining(", "))
              + ")");
    }
    return chosen;
  }

  private static boolean isNamed(ShardStatus shard, String name) {
    return shard.name().equals(name) || Integer.toString(shard.index()).equals(name);
  }
}
