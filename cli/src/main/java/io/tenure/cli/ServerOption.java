package io.tenure.cli;

import io.tenure.client.ClusterAdmin;
import io.tenure.client.PlainLocks;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that says which servers to talk to, for every command that talks to some. */
final class ServerOption {
  private static final String DEFAULT = "127.0.0.1:7400";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      split = ",",
      description = {
        "one or several nodes, separated by commas. Default: $TENURE_SERVER, else the nodes of the"
            + " running `tenure cluster`, else "
            + DEFAULT
      })
  private @Nullable List<String> servers;

  ClusterAdmin admin() {
    return connect(ClusterAdmin::of);
  }

  PlainLocks locks() {
    return connect(PlainLocks::of);
  }

  private <T> T connect(Function<List<String>, T> to) {
    try {
      return to.apply(servers == null ? defaults(Invocation.current()) : servers);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(mixee.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  static List<String> defaults(Invocation invocation) {
    if (!invocation.servers().isEmpty()) {
      return List.of(invocation.servers().split(",", -1));
    }
    return LocalCluster.find(ClusterFolder.standard(invocation))
        .filter(LocalCluster::isRunning)
        .map(LocalCluster::addresses)
        .orElse(List.of(DEFAULT));
  }
}
