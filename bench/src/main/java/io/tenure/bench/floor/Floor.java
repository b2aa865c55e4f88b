package io.tenure.bench.floor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command and the entry point of the process. */
@Command(
    name = "floor",
    description = {
      "Measures the steps that no replicated service can do without, on this machine and without"
          + " servers: a switch to another thread and back, a round trip over the loopback"
          + " interface, and a record written and forced to disk, also with a query of the file's"
          + " size in between (fsync+size).",
      ""
    },
    mixinStandardHelpOptions = true)
public final class Floor implements Callable<Integer> {
  private static final double MAX_SECONDS = 60;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int DIGITS = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Directory on the disk to measure (default: the current directory).")
  private Path data;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description = "Length of each measurement, and of the warm-up before it (default: 3).")
  private double seconds;

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Floor())
        .setParameterExceptionHandler(
            (e, args) -> {
              CommandLine command = e.getCommandLine();
              command.getErr().printf("floor: %s (see 'floor --help')%n", e.getMessage());
              return CommandLine.ExitCode.USAGE;
            });
  }

  @Override
  public Integer call() {
    if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
      throw new ParameterException(
          spec.commandLine(), "seconds: " + seconds + " (expected: more than 0, at most 60)");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%10s  %8s  %8s  %8s%n", "step", "p50 µs", "p99 µs", "CPU µs");
    try {
      measure("switch", new ThreadSwitch());
      measure("loopback", new LoopbackRoundTrip());
      measure("fsync", new DiskFlush(data, false));
      measure("fsync+size", new DiskFlush(data, true));
    } catch (IOException e) {
      spec.commandLine().getErr().printf("floor: %s%n", e);
      return CommandLine.ExitCode.SOFTWARE;
    }
    return CommandLine.ExitCode.OK;
  }

  private void measure(String name, Step step) throws IOException {
    try (step) {
      repeat(step);
      OperatingSystemMXBean system =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long before = system.getProcessCpuTime();
      Histogram nanos = repeat(step);
      long used = system.getProcessCpuTime() - before;
      String row =
          String.format(
              Locale.ROOT,
              "%10s  %8.2f  %8.2f  %8.2f",
              name,
              nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
              nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
              used / NANOS_PER_MICRO / Math.max(1, nanos.getTotalCount()));
      spec.commandLine().getOut().println(row);
      spec.commandLine().getOut().flush();
    }
  }

  /** The latency of each repetition, in nanoseconds. */
  private Histogram repeat(Step step) throws IOException {
    Histogram nanos = new Histogram(DIGITS);
    long end = System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    for (long began = System.nanoTime(); began < end; ) {
      step.once();
      long now = System.nanoTime();
      nanos.recordValue(now - began);
      began = now;
    }
    return nanos;
  }
}
