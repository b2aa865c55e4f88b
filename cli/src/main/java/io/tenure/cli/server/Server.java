package io.tenure.cli.server;

import io.tenure.cli.Version;
import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one node in the foreground: a single node, or a member of a cluster. */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    modelTransformer = SettingFlags.class,
    customSynopsis = {
      "tenure server --data DIR [--listen HOST:PORT] [--config FILE] [OPTIONS]",
      "       tenure server --data DIR --id ID --peers ID=HOST:PORT,... [OPTIONS]"
    },
    description = {
      "Runs one node in the foreground.",
      "",
      "Without --peers, the node is a complete service; with --peers, it is a member"
          + " of a cluster. SIGTERM or Ctrl-C stops the node in order, a second one stops it"
          + " at once. The log is written to standard error.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure server --data /var/lib/tenure",
      "  tenure server --config n1.conf --log-level debug",
      "  tenure server --data d1 --id n1 --peers n1=10.0.0.1:7400,n2=10.0.0.2:7400,n3=10.0.0.3:7400"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stopped on request",
      "1:the node failed to start or stopped because of an error; see standard error",
      "2:bad usage"
    })
public final class Server implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "settings file with one `name = value` per line; options override it")
  private @Nullable Path config;

  @Override
  public Integer call() {
    ServerConfig configured = RunningNode.configure(config, SettingFlags.given(spec));
    throw RunningNode.run(configured, node -> announce(configured.id(), node));
  }

  private void announce(String id, Node node) {
    PrintWriter out = spec.commandLine().getOut();
    String http = node.httpAddress().map(address -> ", metrics on " + address).orElse("");
    out.println(id + " listens on " + node.address() + http);
    out.flush();
  }
}
