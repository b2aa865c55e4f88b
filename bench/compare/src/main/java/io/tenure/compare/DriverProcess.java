package io.tenure.compare;

import com.google.gson.Gson;
import io.tenure.compare.driver.Driver;
import io.tenure.compare.driver.Reply;
import io.tenure.compare.driver.Request;
import io.tenure.compare.system.LockSystem;
import io.tenure.harness.process.ChildProcesses;
import io.tenure.harness.process.JavaCommand;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A driver in a JVM of its own, so that it shares neither heap nor threads with anything else. */
final class DriverProcess implements LoadDriver {
  /** Enough for 500 clients of the library that needs most. */
  static final List<String> JVM_OPTIONS = List.of("-Xms2g", "-Xmx2g");

  /**
   * Client libraries use JDK internals. The first option suppresses errors of JVMs that do not know
   * the others.
   */
  private static final List<String> QUIET_OPTIONS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED");

  private final Gson gson = new Gson();
  private final Process process;
  private final Path log;
  private final PrintWriter requests;

  /** The lines of the driver; an empty one marks the end. */
  private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

  DriverProcess(LockSystem system, List<String> endpoints, Path log) throws IOException {
    this.log = log;
    process =
        ChildProcesses.start(
            new ProcessBuilder(command(system, endpoints))
                .redirectError(Redirect.appendTo(log.toFile())));
    requests = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    Thread reader = new Thread(this::read, "driver-replies");
    reader.setDaemon(true);
    reader.start();
  }

  /** The client library of another build, if there is one, comes before that of this one. */
  static List<String> command(LockSystem system, List<String> endpoints) throws IOException {
    String classPath =
        Stream.concat(
                system.clientJars().stream().map(Path::toString),
                Stream.of(System.getProperty("java.class.path", "")))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(QUIET_OPTIONS);
    command.addAll(JVM_OPTIONS);
    command.addAll(List.of("-cp", classPath));
    command.add(Driver.class.getName());
    command.add(system.adapter());
    command.addAll(endpoints);
    return command;
  }

  @Override
  public Reply ask(Request request, Duration limit) throws IOException, InterruptedException {
    requests.println(gson.toJson(request));
    Optional<String> reply = replies.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    if (reply == null) {
      throw new IOException(
          "no reply from the driver process within %d s; see %s".formatted(limit.toSeconds(), log));
    }
    return gson.fromJson(
        reply.orElseThrow(() -> new IOException("the driver process has ended; see " + log)),
        Reply.class);
  }

  @Override
  public void close() {
    ChildProcesses.end(process);
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        replies.add(Optional.of(line));
      }
    } catch (IOException e) {
      // The process was killed; the end marker is enough.
    } finally {
      replies.add(Optional.empty());
    }
  }
}
