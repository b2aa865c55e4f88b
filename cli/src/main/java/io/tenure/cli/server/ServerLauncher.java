package io.tenure.cli.server;

import io.tenure.cli.Main;
import io.tenure.cli.cluster.LocalNode;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.Invocation;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Starts servers as processes of their own, with the java and the classes of this one. */
public final class ServerLauncher {
  private static final String EXIT_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private final Invocation invocation;

  public ServerLauncher(Invocation invocation) {
    this.invocation = invocation;
  }

  /**
   * Starts a server in the background.
   *
   * @return its process id
   */
  public long start(LocalNode node, Map<String, String> settings) {
    try {
      Files.createDirectories(node.folder());
      ProcessBuilder server =
          new ProcessBuilder(command(settings))
              .directory(node.folder().toFile())
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectOutput(Redirect.appendTo(node.log().toFile()))
              .redirectErrorStream(true);
      // Not as an argument: of long command lines Java later sees only the beginning.
      server.environment().put("CLASSPATH", classPath());
      return server.start().pid();
    } catch (IOException e) {
      throw new CommandFailedException("cannot start " + node.id() + ": " + e.getMessage(), e);
    }
  }

  public List<String> command(Map<String, String> settings) {
    List<String> command = new ArrayList<>();
    command.add(detacher());
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    // Also when the script has not set the options: one that is out of memory must not go on.
    command.add(EXIT_WITHOUT_MEMORY);
    Arrays.stream(invocation.serverJavaOptions().split("\\s+"))
        .filter(option -> !option.isEmpty())
        .forEach(command::add);
    command.add(Main.class.getName());
    command.add("server");
    settings.forEach(
        (name, value) -> {
          command.add("--" + name);
          command.add(value);
        });
    return command;
  }

  /**
   * Both replace themselves with what they start. In a session of its own a process hears neither
   * the Ctrl-C nor the end of the terminal; some systems lack the command, but not the next best.
   */
  private String detacher() {
    return invocation.finds("setsid") ? "setsid" : "nohup";
  }

  /** As in this process, from wherever it was started. */
  private static String classPath() {
    String path = System.getProperty("java.class.path", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
