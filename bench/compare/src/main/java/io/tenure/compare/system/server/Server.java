package io.tenure.compare.system.server;

import io.tenure.harness.process.ChildProcesses;
import io.tenure.harness.process.JavaCommand;
import io.tenure.harness.process.LogTail;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server process that can be started again after it has ended. */
public final class Server {
  /** The name of the file with the output of a server. */
  public static final String LOG = "server.log";

  private final String name;
  private final Path directory;
  private final Command command;
  private @Nullable Process process; // The last one that was started; guarded by this.

  /**
   * How a server is started.
   *
   * @param environment variables in addition to those of this process
   * @param grace time to shut down before it is killed; zero if killing it leaves nothing behind
   */
  public record Command(List<String> words, Map<String, String> environment, Duration grace) {
    public Command {
      words = List.copyOf(words);
      environment = Map.copyOf(environment);
    }

    public static Command of(List<String> words) {
      return new Command(words, Map.of(), Duration.ZERO);
    }

    /** A Java program with the java command and the class path of this process. */
    public static Command java(List<String> options, List<String> mainAndArguments) {
      List<String> words = new ArrayList<>();
      words.add(JavaCommand.java());
      words.addAll(options);
      words.addAll(mainAndArguments);
      return new Command(words, Map.of("CLASSPATH", JavaCommand.classPath()), Duration.ZERO);
    }
  }

  /**
   * A server that is not started yet.
   *
   * @param directory its working directory, which also has its log
   */
  public Server(String name, Path directory, Command command) {
    this.name = name;
    this.directory = directory;
    this.command = command;
  }

  String name() {
    return name;
  }

  /** The output of all its processes. */
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
    process = ChildProcesses.start(builder, command.grace());
  }

  synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The process that was started last. */
  synchronized ProcessHandle process() {
    if (process == null) {
      throw new IllegalStateException("server " + name + ": not started");
    }
    return process.toHandle();
  }

  /** Its process with all descendants; empty if it does not run. */
  List<ProcessHandle> processTree() {
    return isAlive()
        ? Stream.concat(Stream.of(process()), process().descendants()).toList()
        : List.of();
  }

  synchronized void end() {
    if (process != null) {
      ChildProcesses.end(process);
    }
  }

  /** The last lines of its log. */
  String logTail() {
    return name + ", " + LogTail.of(log());
  }
}
