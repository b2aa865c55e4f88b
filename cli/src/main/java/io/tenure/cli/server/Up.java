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

/** Runs a single node to try things out with. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure up [--listen HOST:PORT] [--data DIR]",
    description = {
      "Runs a single node in the foreground, to try things out.",
      "",
      "Its data is in your home directory. For anything that matters see `tenure server`.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure up", "  tenure up --listen 127.0.0.1:7500 --data /tmp/try"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it was asked to end",
      "1:it did not start, or could not go on; standard error says why",
      "2:bad usage"
    })
public final class Up implements Callable<Integer> {
  private static final String DEFAULT_LISTEN = "127.0.0.1:7400";

  @Spec private CommandSpec spec;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = DEFAULT_LISTEN,
      description = "where clients connect (default: " + DEFAULT_LISTEN + ")")
  private String listen;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "where the data is kept (default: up/data in $$TENURE_HOME or ~/.tenure)")
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
    out.println("Tenure listens on " + node.address() + "; its data is in " + folder);
    out.println("Try in another terminal:");
    String where = node.address().equals(DEFAULT_LISTEN) ? "" : " --endpoints " + node.address();
    Hints.print(out, where);
    out.println("Ctrl-C stops it.");
    out.flush();
  }
}
