package io.tenure.bench.load;

import com.sun.management.OperatingSystemMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What this machine takes for steps that no replicated service can do without. */
@Command(
    name = "floor",
    description =
        "What this machine takes, one after the other, for a switch to another thread and back, a"
            + " round trip over loopback, and a record forced to disk, also when the file's size is"
            + " asked for before (`looked`). Needs no servers.",
    mixinStandardHelpOptions = true)
final class Floor implements Runnable {
  private static final int RECORD_BYTES = 512;
  private static final int FILE_BYTES = 4 << 20;
  private static final double NANOS_PER_MICRO = 1e3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where the file is that is forced to disk (default: here).")
  private Path data;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      description = "How long each takes, after as long a warm-up (default: ${DEFAULT-VALUE}).")
  private double seconds;

  /** Something to do over and over, until it is closed. */
  private interface Step extends Closeable {
    void once() throws IOException;
  }

  @Override
  public void run() {
    if (!(seconds > 0 && seconds <= 60)) {
      throw new LoadException("seconds: " + seconds + " (expected: more than 0, at most 60)");
    }
    Report report =
        new Report("floor", spec.commandLine().getOut(), "step", "p50 us", "p99 us", "cpu us");
    try {
      measure(report, "switch", new Switch());
      measure(report, "loopback", new Loopback());
      measure(report, "fsync", new Fsync(data, false));
      measure(report, "looked", new Fsync(data, true));
    } catch (IOException e) {
      throw new LoadException(e.toString());
    }
  }

  private void measure(Report report, String name, Step step) throws IOException {
    try (step) {
      repeat(step, new Latencies());
      Latencies latencies = new Latencies();
      OperatingSystemMXBean system =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long before = system.getProcessCpuTime();
      repeat(step, latencies);
      long used = system.getProcessCpuTime() - before;
      report.row(
          name,
          latencies.percentileMillis(50) * 1_000,
          latencies.percentileMillis(99) * 1_000,
          used / NANOS_PER_MICRO / Math.max(1, latencies.count()));
    }
  }

  private void repeat(Step step, Latencies latencies) throws IOException {
    long end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    for (long began = System.nanoTime(); began < end; ) {
      step.once();
      long now = System.nanoTime();
      latencies.record(now - began);
      began = now;
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "floor");
    thread.setDaemon(true);
    return thread;
  }

  /** To another thread that sleeps, and back. */
  private static final class Switch implements Step {
    private final Thread here = Thread.currentThread();
    private final Thread other = daemon(this::answer);
    private volatile boolean asked;
    private volatile boolean closed;

    Switch() {
      other.start();
    }

    private void answer() {
      while (!closed) {
        if (asked) {
          asked = false;
          LockSupport.unpark(here);
        } else {
          LockSupport.park(this);
        }
      }
    }

    @Override
    public void once() {
      asked = true;
      LockSupport.unpark(other);
      while (asked) {
        LockSupport.park(this);
      }
    }

    @Override
    public void close() {
      closed = true;
      LockSupport.unpark(other);
    }
  }

  /** A byte to another thread's socket, and back. */
  private static final class Loopback implements Step {
    private final Socket near;
    private final Socket far;

    Loopback() throws IOException {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        near = new Socket(server.getInetAddress(), server.getLocalPort());
        far = server.accept();
      }
      near.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      daemon(this::echo).start();
    }

    private void echo() {
      try {
        for (int one = far.getInputStream().read(); one >= 0; one = far.getInputStream().read()) {
          far.getOutputStream().write(one);
        }
      } catch (IOException e) {
        // It is over.
      }
    }

    @Override
    public void once() throws IOException {
      near.getOutputStream().write(1);
      if (near.getInputStream().read() < 0) {
        throw new IOException("loopback: the connection has ended");
      }
    }

    @Override
    public void close() throws IOException {
      near.close();
      far.close();
    }
  }

  /**
   * A record at the next place of a file that is large enough already, as in a log. A file system
   * may have more to write if somebody has looked at the file since the last time.
   */
  private static final class Fsync implements Step {
    private final boolean looks;
    private final Path path;
    private final FileChannel file;
    private final ByteBuffer entry = ByteBuffer.allocateDirect(RECORD_BYTES);
    private long position;

    Fsync(Path directory, boolean looks) throws IOException {
      this.looks = looks;
      path = Files.createTempFile(directory, "floor-", ".tmp");
      file = FileChannel.open(path, StandardOpenOption.WRITE);
      file.write(ByteBuffer.allocateDirect(FILE_BYTES));
      file.force(true);
    }

    @Override
    public void once() throws IOException {
      if (looks && file.size() != FILE_BYTES) {
        throw new IOException(path + ": somebody else writes to it");
      }
      entry.clear();
      file.write(entry, position);
      file.force(false);
      position = (position + RECORD_BYTES) % FILE_BYTES;
    }

    @Override
    public void close() throws IOException {
      file.close();
      Files.delete(path);
    }
  }
}
