package io.tenure.cli.cluster;

import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Invocation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option with the directory of a cluster on this machine. */
public final class ClusterFolder {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "the cluster's directory (default: cluster in $$TENURE_HOME or ~/.tenure)")
  private @Nullable Path dir;

  Path path() {
    return dir == null ? standard(Invocation.current()) : dir.toAbsolutePath().normalize();
  }

  public static Path standard(Invocation invocation) {
    return invocation.home().resolve("cluster");
  }

  /** The cluster in this directory. */
  LocalCluster cluster() {
    return LocalCluster.find(path())
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "no cluster in " + path() + "; start one with " + command("up")));
  }

  /** The command line of a subcommand for this cluster, for hints. */
  String command(String subcommand) {
    String where = dir == null ? "" : " --dir " + path();
    return Invocation.current().command() + " cluster " + subcommand + where;
  }
}
