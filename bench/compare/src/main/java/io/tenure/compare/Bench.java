package io.tenure.compare;

import io.tenure.compare.report.Figures;
import io.tenure.compare.report.TextReport;
import io.tenure.compare.result.Results;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.Systems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command and the entry point of the process. */
@Command(
    name = "tenure bench",
    customSynopsis =
        "tenure bench [--systems NAME,...] [--workload NAME,...] [--quick] [OPTION...]",
    description = {
      "Measures Tenure and other lock systems under the same load.",
      "Starts the servers of one system after the other on this machine, loads them through the"
          + " usual Java client of each system, and deletes their state afterwards. Run nothing else"
          + " on the machine meanwhile.",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "All systems and workloads take about three and a half hours: up to 8 minutes for each system"
          + " and round, half of that for failover and holders. With --quick it is about 3 minutes"
          + " for each system. The expected time is printed at the start, and the remaining time"
          + " during the run. Ctrl-C stops the run and keeps the results so far.",
      "",
      "Examples:",
      "  tenure bench --quick",
      "  tenure bench --systems tenure,etcd --workload uncontended --clients 1,64",
      "  tenure bench --workload failover --rounds 1 --tries 10 --out failover",
      "",
      "Two builds of Tenure, in turn:",
      "  tenure bench --ab ../before/cli/target/tenure-cli.jar \\",
      "      --workload uncontended,contended --rounds 4",
      "",
      "A service that is already running, briefly:",
      "  tenure bench --endpoints localhost:7400 --workload uncontended \\",
      "      --clients 1,64,256 --rounds 1 --duration 8s --warmup 20s",
      "",
      "Exit codes: 0 all runs are valid; 1 a run is invalid, because locks were lost or granted"
          + " twice, or a system failed; 2 wrong usage; 130 stopped early."
    })
public final class Bench implements Callable<Integer> {
  private static final Set<String> MEMORY_FILE_SYSTEMS = Set.of("tmpfs", "ramfs");
  private static final int INTERRUPTED = 130;

  /** Three servers with 1 GiB of heap each, a driver with 2 GiB, and what a JVM needs besides. */
  private static final long RECOMMENDED_MIB = 6_144;

  private final LoadDriver.Factory drivers;
  private final List<LockSystem> known;
  @Spec private CommandSpec spec;
  @Mixin private Options options;

  Bench(LoadDriver.Factory drivers, List<LockSystem> known) {
    this.drivers = drivers;
    this.known = known;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine(DriverProcess::new, Systems.all()).execute(args));
  }

  static CommandLine commandLine(LoadDriver.Factory drivers, List<LockSystem> known) {
    return new CommandLine(new Bench(drivers, known))
        .setParameterExceptionHandler(Bench::reportBadUsage)
        .setExecutionExceptionHandler(Bench::reportFailure);
  }

  @Override
  public Integer call() throws IOException {
    Map<String, String> absent = new LinkedHashMap<>();
    Plan plan = plan(absent);
    RunDirectories directories = new RunDirectories(options.data());
    directories.removeStale(this::warn);
    Path data = directories.create();
    StopRequest stop = new StopRequest();
    Thread main = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop.request(main), "stop"));
    try {
      Permissions.openToOthers(data);
      ReportWriter writer = writer(data, absent);
      announce(plan, writer);
      Results results = compare(plan, writer, data, stop);
      writer.write(results);
      return conclude(results, writer.out());
    } finally {
      try {
        delete(data);
      } finally {
        stop.cleanedUp();
      }
    }
  }

  /** The directory is empty unless state of a system could not be deleted. */
  private void delete(Path data) {
    try {
      Files.deleteIfExists(data);
    } catch (IOException e) {
      warn("state of servers could not be deleted: " + e);
    }
  }

  private void warn(String message) {
    spec.commandLine().getErr().printf("bench: %s%n", message);
    spec.commandLine().getErr().flush();
  }

  private Plan plan(Map<String, String> absent) {
    try {
      List<LockSystem> chosen = options.systems().choose(known, absent);
      Plan plan = options.plan(chosen);
      requireSuitedSystem(plan, absent);
      return plan;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Not every system supports every workload: a single server has no leader that could fail. */
  private static void requireSuitedSystem(Plan plan, Map<String, String> absent) {
    String asked = String.join(", ", plan.workloads());
    List<String> unsuited = plan.unsuited().stream().map(LockSystem::name).toList();
    if (plan.starts().isEmpty()) {
      throw new IllegalArgumentException(
          "workload: %s (expected: one that %s supports)"
              .formatted(asked, String.join(" or ", unsuited)));
    }
    unsuited.forEach(name -> absent.put(name, "does not support " + asked));
  }

  private ReportWriter writer(Path data, Map<String, String> absent) throws IOException {
    String time =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    Path out = options.out() != null ? options.out() : Path.of("tenure-bench-" + time);
    return new ReportWriter(
        Files.createDirectories(out),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        "./tenure bench " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
        MachineProbe.machine(data),
        options.settings(),
        absent);
  }

  private void announce(Plan plan, ReportWriter writer) {
    PrintWriter err = spec.commandLine().getErr();
    writer.absent().forEach((name, reason) -> err.printf("left out: %s, %s%n", name, reason));
    if (!options.systems().runningService()) {
      warnOfMachine(writer, err);
    }
    err.printf(
        "systems: %s; %d starts in %d rounds; expected time: %s; results in %s%n",
        String.join(", ", plan.systems().stream().map(LockSystem::name).toList()),
        plan.starts().size(),
        plan.rounds(),
        Figures.time(plan.expectedSeconds()),
        writer.out());
    err.flush();
  }

  private void warnOfMachine(ReportWriter writer, PrintWriter err) {
    long memory = writer.machine().memoryMib();
    if (memory > 0 && memory < RECOMMENDED_MIB) {
      err.printf(
          "warning: %,d MiB of memory (recommended: %,d MiB, for three servers and the driver)%n",
          memory, RECOMMENDED_MIB);
    }
    String disk = writer.machine().disk();
    if (MEMORY_FILE_SYSTEMS.contains(disk)) {
      err.printf(
          "warning: %s is in memory (%s), where fsync costs nothing; choose a disk with --data%n",
          options.data(), disk);
    }
  }

  private Results compare(Plan plan, ReportWriter writer, Path data, StopRequest stop)
      throws IOException {
    Path logs = Files.createDirectories(writer.out().resolve("logs"));
    Forecast forecast = new Forecast(plan, () -> System.nanoTime() / 1e9);
    boolean terminal = System.getenv("TENURE_TERMINAL") != null;
    PrintWriter err = spec.commandLine().getErr();
    try (Progress progress = new Progress(err, terminal, forecast::secondsLeft)) {
      Comparison comparison =
          new Comparison(
              new Comparison.Setting(drivers, data, logs, stop), plan, progress, forecast);
      try {
        comparison.run(() -> writer.write(writer.results(comparison, true)));
        return writer.results(comparison, false);
      } catch (InterruptedException e) {
        return writer.results(comparison, true);
      }
    }
  }

  private int conclude(Results results, Path out) {
    PrintWriter print = spec.commandLine().getOut();
    print.print(TextReport.of(results));
    print.printf("%nreports: %s, %s%n", out.resolve("report.html"), out.resolve("results.json"));
    print.flush();
    if (results.partial()) {
      return INTERRUPTED;
    }
    return results.sound() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private static int reportBadUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().printf("bench: %s (see 'tenure bench --help')%n", e.getMessage());
    command.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static int reportFailure(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (e instanceof IOException || e instanceof UncheckedIOException) {
      command.getErr().printf("bench: %s%n", e);
      command.getErr().flush();
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw e;
  }
}
