package io.tenure.faults.work;

import io.tenure.faults.cluster.Clock;
import io.tenure.harness.process.JavaCommand;
import io.tenure.harness.process.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker's process. */
final class WorkerProcess {
  /** A small heap: there are many of them on a machine. */
  private static final List<String> JAVA_OPTIONS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED",
          "-Xms64m",
          "-Xmx192m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-Dlogback.configurationFile=io/tenure/faults/work/logback.xml");

  private final Process process;

  private WorkerProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param place where it is, of those that the launch has
   * @param arguments for {@link WorkerMain}
   * @param log takes whatever it prints
   */
  static WorkerProcess start(Workers.Launch launch, int place, List<String> arguments, Path log)
      throws IOException {
    List<String> words = new ArrayList<>(launch.enter(place));
    words.add(JavaCommand.java());
    words.addAll(JAVA_OPTIONS);
    words.addAll(launch.javaOptions());
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(WorkerMain.class.getName());
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.redirectOutput(log.toFile());
    launch.clock().ifPresent(clock -> builder.environment().putAll(clock.environment()));
    return new WorkerProcess(launch.starter().start(builder));
  }

  /** How it has ended. */
  int exitValue() {
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Stops it from running until {@link #resume}. Does nothing once it has ended. */
  void pause() {
    signal("STOP");
  }

  void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      Signals.send(name, process.pid());
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    Clock.forget(process.pid());
  }

  /** Tells it to stop. */
  void askToStop() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How it ended; killed, and -1, if it has not in time. */
  int awaitEnd(Duration limit) throws InterruptedException {
    if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      return process.exitValue();
    }
    kill();
    return -1;
  }
}
