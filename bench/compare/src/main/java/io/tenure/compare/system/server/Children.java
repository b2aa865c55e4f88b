package io.tenure.compare.system.server;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The processes that were started here. None outlives this JVM, whether that ends by itself or is
 * asked to, as with Ctrl-C; only killing it leaves them behind, and then the next bench ends them.
 */
public final class Children {
  private static final Duration DEATH = Duration.ofSeconds(10);

  /** Those that were not ended yet, with the time they get to end in order; guarded by itself. */
  private static final Map<Process, Duration> RUNNING = new LinkedHashMap<>();

  /** Guarded by the same. */
  private static boolean leaving;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Children::leave, "end-children"));
  }

  private Children() {}

  /** Starts a process that can be killed without leaving anything behind. */
  public static Process start(ProcessBuilder builder) throws IOException {
    return start(builder, Duration.ZERO);
  }

  /**
   * Starts a process.
   *
   * @param grace how long it gets to end in order before it is killed
   */
  static Process start(ProcessBuilder builder, Duration grace) throws IOException {
    synchronized (RUNNING) {
      if (leaving) {
        throw new IOException("nothing is started any more: this process ends");
      }
      Process process = builder.start();
      RUNNING.put(process, grace);
      return process;
    }
  }

  /** Ends the process and those that it has started, and waits until they are gone. */
  public static void end(Process process) {
    Duration grace;
    synchronized (RUNNING) {
      grace = RUNNING.getOrDefault(process, Duration.ZERO);
    }
    List<ProcessHandle> family =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    if (!grace.isZero()) {
      family.forEach(ProcessHandle::destroy);
      await(process, grace);
    }
    family.forEach(ProcessHandle::destroyForcibly);
    await(process, DEATH);
    synchronized (RUNNING) {
      RUNNING.remove(process);
    }
  }

  /** Also when this thread is interrupted, since a process that is left behind is worse. */
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

  private static void leave() {
    List<Process> left;
    synchronized (RUNNING) {
      leaving = true;
      left = List.copyOf(RUNNING.keySet());
    }
    left.parallelStream().forEach(Children::end);
  }
}
