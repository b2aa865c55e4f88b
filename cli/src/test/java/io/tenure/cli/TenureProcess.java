package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.process.KernelView;
import io.tenure.cli.process.Patience;
import io.tenure.harness.process.ChildProcess;
import io.tenure.harness.process.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The command in a process of its own, as users run it. Ended with everything below it. */
public final class TenureProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChildProcess process;
  private final Path out;
  private final Path err;

  private TenureProcess(ChildProcess process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts a command.
   *
   * @param folder for what it prints; it is started there
   */
  public static TenureProcess start(Path folder, String... arguments) {
    return start(folder, Map.of(), arguments);
  }

  /** With these variables in its environment. */
  public static TenureProcess start(
      Path folder, Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    // As the script does, so that nothing but the command itself says anything.
    command.addAll(
        List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    Map<String, String> all = new HashMap<>(environment);
    all.put("CLASSPATH", System.getProperty("java.class.path"));
    return start(folder, all, command);
  }

  /** Any other command that runs ours in the end. */
  static TenureProcess start(Path folder, Map<String, String> environment, List<String> command) {
    try {
      Path out = Files.createTempFile(folder, "out", "");
      Path err = Files.createTempFile(folder, "err", "");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectError(Redirect.to(err.toFile()));
      builder.environment().putAll(environment);
      return new TenureProcess(ChildProcess.start(builder, out), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void type(String text) {
    try (var in = process.process().outputWriter()) {
      in.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void send(String signal) {
    process.signal(signal);
  }

  /** Whether it was started to ignore a signal, as by a shell that started the build behind. */
  public boolean ignores(int signal) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(process.process().pid()), "status"))
          .stream()
          .filter(line -> line.startsWith("SigIgn:"))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(mask -> (mask >> (signal - 1) & 1) == 1);
    } catch (IOException e) {
      return false; // Not on this system.
    }
  }

  /** One that has ended, but that nobody has asked about, does not run. */
  public static boolean isRunning(long pid) {
    if (!Files.exists(Path.of("/proc/self"))) {
      return ProcessHandle.of(pid).isPresent();
    }
    return KernelView.of(pid).map(view -> !view.hasEnded()).orElse(false);
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  public static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void awaitOut(String text) {
    awaitUntil("it prints " + text, () -> out().contains(text) || !process.isAlive());
    assertThat(out()).as(err()).contains(text);
  }

  public static void awaitUntil(String what, BooleanSupplier condition) {
    assertThat(Patience.await(PATIENCE, condition)).as("in time: " + what).isTrue();
  }

  public int exitCode() {
    return process.awaitExit();
  }

  @Override
  public void close() {
    process.close();
  }
}
