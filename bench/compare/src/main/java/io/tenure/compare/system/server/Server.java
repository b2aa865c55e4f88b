package io.tenure.compare.system.server;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server that can be started any number of times, one process after the other. */
public final class Server {
  /** The file with what it has printed. */
  public static final String LOG = "server.log";

  private static final int LOG_LINES = 15;

  private final String name;
  private final Path directory;
  private final Command command;
  private @Nullable Process process; // The last one that was started; guarded by this.

  /**
   * How a server is started.
   *
   * @param environment what it gets besides that of this process
   * @param grace how long it gets to end in order; zero for those that leave nothing behind
   */
  public record Command(List<String> words, Map<String, String> environment, Duration grace) {
    public Command {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }

    public static Command of(List<String> words) {
      return new Command(words, Map.of(), Duration.ZERO);
    }

    /** With the java and the classes of this process. */
    public static Command java(List<String> options, List<String> mainAndArguments) {
      return JavaProgram.command(options, mainAndArguments);
    }
  }

  /**
   * A server that does not run yet.
   *
   * @param directory where it runs and what it prints is kept
   */
  public Server(String name, Path directory, Command command) {
    this.name = name;
    this.directory = directory;
    this.command = command;
  }

  String name() {
    return name;
  }

  /** What it has printed, each time it ran. */
  public Path log() {
    return directory.resolve(LOG);
  }

  synchronized void start() throws IOException {
    Files.createDirectories(directory);
    ProcessBuilder builder =
        new ProcessBuilder(command.words())
            .directory(directory.toFile())
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(Redirect.appendTo(log().toFile()))
            .redirectErrorStream(true);
    builder.environment().putAll(command.environment());
    process = Children.start(builder, command.grace());
  }

  synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The process that was started last. */
  synchronized ProcessHandle process() {
    if (process == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return process.toHandle();
  }

  /** Its process and those that it has started itself, if it runs. */
  List<ProcessHandle> family() {
    return isAlive()
        ? Stream.concat(Stream.of(process()), process().descendants()).toList()
        : List.of();
  }

  synchronized void end() {
    if (process != null) {
      Children.end(process);
    }
  }

  /** The end of what it has printed. */
  String lastWords() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log()), StandardCharsets.UTF_8).lines().toList();
      return name
          + ", "
          + log()
          + ":\n  "
          + String.join("\n  ", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException e) {
      return name + ": " + e;
    }
  }
}
