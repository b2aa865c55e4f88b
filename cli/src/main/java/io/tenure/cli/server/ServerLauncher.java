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

/** Starts servers as background processes, with the JVM and the class path of this process. */
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
      // Passed in the environment: the JDK reads only the beginning of a long command line of
      // another process.
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
    // Always set, even without the script's options: a server that ran out of memory must not
    // continue.
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
   * Both programs replace themselves with the server. With setsid, the server gets neither the
   * terminal's Ctrl-C nor its hang-up; nohup is the fallback for systems without setsid.
   */
  private String detacher() {
    return invocation.finds("setsid") ? "setsid" : "nohup";
  }

  /** The class path of this process with absolute paths. */
  private static String classPath() {
    String path = System.getProperty("java.class.path", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
