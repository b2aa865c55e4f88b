package io.tenure.examples;

import io.tenure.harness.process.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** An example in its own process, as {@code examples/run} starts it. */
final class ExampleProgram implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader = new Thread(this::read, "reader");

  private ExampleProgram(Process process) {
    this.process = process;
  }

  static ExampleProgram start(Class<?> example, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(
        List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-Dslf4j.internal.verbosity=ERROR"));
    // As in the script that users start them with: newer JDKs would report what Netty does.
    command.addAll(
        List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED"));
    command.add(example.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    ExampleProgram program = new ExampleProgram(builder.start());
    program.reader.setDaemon(true);
    program.reader.start();
    return program;
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException ended) {
      // It was killed; what it has said is there.
    }
  }

  /** Its output so far, both streams together. */
  List<String> lines() {
    return lines;
  }

  /** Waits for a line that begins with this. */
  void awaitLine(String beginning) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (lines.stream().noneMatch(line -> line.startsWith(beginning))) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(
            "no line that begins with \"" + beginning + "\"; output: " + lines);
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** Nearly what Ctrl-C does. */
  void terminate() {
    process.destroy();
  }

  /** Waits until it has ended and all of its output is read. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end; it said " + lines);
    }
    reader.join();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
