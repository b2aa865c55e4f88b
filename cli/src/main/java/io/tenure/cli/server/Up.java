package io.tenure.cli.server;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.Invocation;
import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a single node for trying Tenure out. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure up [--listen HOST:PORT] [--data DIR]",
    description = {
      "Runs a single node in the foreground, for trying Tenure out.",
      "",
      "The data is kept in your home directory. For production use `tenure server`.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure up", "  tenure up --listen 127.0.0.1:7500 --data /tmp/try"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stopped on request",
      "1:the node failed to start or stopped because of an error; see standard error",
      "2:bad usage"
    })
public final class Up implements Callable<Integer> {
  private static final String DEFAULT_LISTEN = "127.0.0.1:7400";

  @Spec private CommandSpec spec;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = DEFAULT_LISTEN,
      description = "address for clients (default: " + DEFAULT_LISTEN + ")")
  private String listen;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "data directory (default: up/data in $$TENURE_HOME or ~/.tenure)")
  private @Nullable Path data;

  @Override
  public Integer call() {
    Path folder = data == null ? Invocation.current().home().resolve("up").resolve("data") : data;
    ServerConfig config =
        RunningNode.configure(
            null, Map.of("data", folder.toString(), "listen", listen, "log-level", "warn"));
    throw RunningNode.run(config, node -> announce(node, folder));
  }

  private void announce(Node node, Path folder) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Tenure listens on " + node.address() + "; data directory: " + folder);
    out.println("Try in another terminal:");
    String where = node.address().equals(DEFAULT_LISTEN) ? "" : " --endpoints " + node.address();
    Hints.print(out, where);
    out.println("Ctrl-C stops it.");
    out.flush();
  }
}
