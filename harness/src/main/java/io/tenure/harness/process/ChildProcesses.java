package io.tenure.harness.process;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The child processes of this JVM. A shutdown hook ends them all when the JVM exits, also on
 * Ctrl-C. If the JVM itself is killed they survive.
 */
public final class ChildProcesses {
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(10);

  /** Each running child with its grace period; guarded by itself. */
  private static final Map<Process, Duration> RUNNING = new LinkedHashMap<>();

  /** Whether this JVM is shutting down; guarded by {@link #RUNNING}. */
  private static boolean shuttingDown;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ChildProcesses::endAll, "end-children"));
  }

  private ChildProcesses() {}

  /** Starts a process that is killed at the end, without a grace period. */
  public static Process start(ProcessBuilder builder) throws IOException {
    return start(builder, Duration.ZERO);
  }

  /**
   * Starts a process.
   *
   * @param grace how long it gets to shut down before it is killed
   */
  public static Process start(ProcessBuilder builder, Duration grace) throws IOException {
    synchronized (RUNNING) {
      if (shuttingDown) {
        throw new IOException("cannot start a child process: this process is shutting down");
      }
      Process process = builder.start();
      RUNNING.put(process, grace);
      return process;
    }
  }

  /** Ends the process and its descendants, and waits until they are gone. */
  public static void end(Process process) {
    Duration grace;
    synchronized (RUNNING) {
      grace = RUNNING.getOrDefault(process, Duration.ZERO);
    }
    List<ProcessHandle> tree =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    if (!grace.isZero()) {
      tree.forEach(ProcessHandle::destroy);
      await(process, grace);
    }
    tree.forEach(ProcessHandle::destroyForcibly);
    await(process, EXIT_LIMIT);
    synchronized (RUNNING) {
      RUNNING.remove(process);
    }
  }

  /** Ignores interrupts while it waits: a process that is left running would be worse. */
  private static void await(Process process, Duration limit) {
    boolean interrupted = false;
    long end = System.nanoTime() + limit.toNanos();
    while (process.isAlive() && System.nanoTime() < end) {
      try {
        boolean unused = process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void endAll() {
    List<Process> left;
    synchronized (RUNNING) {
      shuttingDown = true;
      left = List.copyOf(RUNNING.keySet());
    }
    left.parallelStream().forEach(ChildProcesses::end);
  }
}
