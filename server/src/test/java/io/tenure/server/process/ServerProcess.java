package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.service.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One node: its ports, its data directory, and the process that runs it at the moment, if any. */
final class ServerProcess {
  /** Where Linux tells of them. */
  private static final Path PROCESSES = Path.of("/proc");

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Thread killer = new Thread(() -> RUNNING.forEach(Process::destroyForcibly));
    Runtime.getRuntime().addShutdownHook(killer);
  }

  private final String id;
  private final int port = FreePorts.next();
  private final int raftPort = FreePorts.next();
  private final Path data;
  private final Path log;
  private @Nullable Process process;
  private boolean stopped;
  private String classPath = System.getProperty("java.class.path");

  /**
   * A node that has not started yet.
   *
   * @param folder for its log and, unless that is elsewhere, its data
   */
  ServerProcess(String id, Path folder, Path data) {
    this.id = id;
    this.data = data;
    this.log = folder.resolve(id + ".log");
  }

  /** From the next start on. */
  void classPath(String path) {
    classPath = path;
  }

  String id() {
    return id;
  }

  Path data() {
    return data;
  }

  /** Where clients connect. */
  String address() {
    return "127.0.0.1:" + port;
  }

  String raftAddress() {
    return "127.0.0.1:" + raftPort;
  }

  /** As in the setting {@code peers}. */
  String peer() {
    return id + "=" + address() + "/" + raftPort;
  }

  /** Does not wait until it serves. */
  void start(List<String> settings) {
    assertThat(isAlive()).as(id + " is running").isFalse();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx192m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError"));
    command.add("-Dlogback.configurationFile=tenure-logback.xml");
    command.add(ServerMain.class.getName());
    command.addAll(
        List.of("id=" + id, "data=" + data, "listen=" + address(), "raft-listen=" + raftAddress()));
    command.addAll(List.of("http-listen=off", "warm-up=false"));
    command.addAll(settings);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    builder.environment().put("CLASSPATH", classPath);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    RUNNING.add(process);
    stopped = false;
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether it could answer. */
  boolean isRunning() {
    return isAlive() && !stopped;
  }

  /** Like {@code kill -9}; returns when it is gone. */
  void kill() {
    if (process != null) {
      strike();
      awaitExit();
    }
  }

  /** Like {@link #kill}, but does not wait. */
  void strike() {
    running().destroyForcibly();
  }

  /** Freezes it; returns when no thread of it runs any more. */
  void freeze() {
    stopped = true;
    signal("STOP");
    if (Files.exists(PROCESSES)) {
      Await.until(id + " stands still", () -> state() == 'T');
    }
  }

  void thaw() {
    signal("CONT");
    stopped = false;
  }

  /** Asks it to end in good order. */
  void terminate() {
    signal("TERM");
  }

  private void signal(String name) {
    try {
      String command = "kill -" + name + " " + running().pid();
      int code = new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
      assertThat(code).as("exit code of kill -" + name).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** As the kernel calls it; it stands behind the name, which stands in brackets. */
  private char state() {
    try {
      Path folder = PROCESSES.resolve(Long.toString(running().pid()));
      String stat = Files.readString(folder.resolve("stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process running() {
    assertThat(process).as(id + " was started").isNotNull();
    return process;
  }

  /** Waits for its end and returns the exit code. */
  int awaitExit() {
    Process ending = running();
    try {
      boolean ended = ending.waitFor(Await.SECONDS, TimeUnit.SECONDS);
      assertThat(ended).as(id + " has ended").isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    RUNNING.remove(ending);
    return ending.exitValue();
  }

  /** Everything it has said since it was first started. */
  String log() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
