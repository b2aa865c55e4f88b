package io.tenure.compare;

import com.google.gson.Gson;
import io.tenure.compare.driver.Driver;
import io.tenure.compare.driver.Reply;
import io.tenure.compare.driver.Request;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.server.Children;
import io.tenure.compare.system.server.JavaProgram;
import java.io.BufferedReader;
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

/** A JVM of its own for the workers, so that they take no memory or CPU time from anybody. */
final class ClientProcess implements Client {
  /** Enough for five hundred clients of the hungriest library. */
  static final List<String> JVM_OPTIONS = List.of("-Xms2g", "-Xmx2g");

  /**
   * The first hides what newer JVMs do not know any more or older ones not yet; libraries reach
   * into the JDK.
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

  /** Empty once: when there will be no more. */
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  ClientProcess(LockSystem system, List<String> endpoints, Path log) throws IOException {
    this.log = log;
    List<String> command = new ArrayList<>();
    command.add(JavaProgram.java());
    command.addAll(QUIET_OPTIONS);
    command.addAll(JVM_OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Driver.class.getName());
    command.add(system.name());
    command.addAll(endpoints);
    process =
        Children.start(new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile())));
    requests = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    Thread reader = new Thread(this::read, "client-answers");
    reader.setDaemon(true);
    reader.start();
  }

  @Override
  public Reply ask(Request request, Duration limit) throws IOException, InterruptedException {
    requests.println(gson.toJson(request));
    Optional<String> answer = answers.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    if (answer == null) {
      throw new IOException(
          "the client has not answered after %d s; see %s".formatted(limit.toSeconds(), log));
    }
    return gson.fromJson(
        answer.orElseThrow(() -> new IOException("the client has ended; see " + log)), Reply.class);
  }

  @Override
  public void close() {
    Children.end(process);
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.add(Optional.of(line));
      }
    } catch (IOException e) {
      // It was killed; what counts is that no more answers come.
    } finally {
      answers.add(Optional.empty());
    }
  }
}
