package io.tenure.cli.terminal;

import io.tenure.cli.cluster.ClusterFolder;
import io.tenure.cli.cluster.LocalCluster;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.plain.PlainLocks;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option with the service's addresses, for every command that is a client. */
public final class EndpointsOption {
  static final String DEFAULT = "localhost:7400";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Option(
      names = "--endpoints",
      paramLabel = "HOST:PORT",
      split = ",",
      description = {
        "one or more nodes, separated by commas. Default: $$TENURE_ENDPOINTS, else the"
            + " nodes of the running `tenure cluster`, else "
            + DEFAULT
      })
  private @Nullable List<String> endpoints;

  public ClusterAdmin admin() {
    return connect(ClusterAdmin::of);
  }

  public PlainLocks locks() {
    return connect(PlainLocks::of);
  }

  /** Reports settings that the builder refuses as bad usage. */
  public Tenure tenure(Function<Tenure.Builder, Tenure.Builder> settings) {
    return connect(servers -> settings.apply(Tenure.builder().endpoints(servers)).connect());
  }

  private <T> T connect(Function<List<String>, T> to) {
    try {
      return to.apply(endpoints == null ? defaults(Invocation.current()) : stripped(endpoints));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(mixee.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Allows spaces after commas. */
  private static List<String> stripped(List<String> servers) {
    return servers.stream().map(String::strip).toList();
  }

  public static List<String> defaults(Invocation invocation) {
    if (!invocation.endpoints().isEmpty()) {
      return stripped(List.of(invocation.endpoints().split(",", -1)));
    }
    return LocalCluster.find(ClusterFolder.standard(invocation))
        .filter(LocalCluster::isRunning)
        .map(LocalCluster::addresses)
        .orElse(List.of(DEFAULT));
  }
}
