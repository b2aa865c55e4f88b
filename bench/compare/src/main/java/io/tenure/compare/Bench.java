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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command and the process entry point. */
@Command(
    name = "tenure bench",
    description = {
      "Measures Tenure and other lock systems under the same load on this machine.",
      "Starts each of them as processes of its own, one after the other, and removes their state"
          + " afterwards. Keep the machine otherwise idle.",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Everything takes about three and a half hours: each system takes up to 8 minutes a round, half"
          + " of them for failover and holders. --quick takes about 3 minutes a system. The time is"
          + " told before it begins, and the time left while it runs. Ctrl-C ends it and keeps"
          + " what was measured.",
      "",
      "Examples:",
      "  tenure bench --quick",
      "  tenure bench --systems tenure,etcd --workload uncontended --clients 1,64",
      "  tenure bench --workload failover --rounds 1 --tries 10 --out failover",
      "",
      "Exit codes: 0 all are results; 1 some are not, because locks were lost or granted twice, or"
          + " a system failed; 2 wrong usage; 130 ended early."
    })
public final class Bench implements Callable<Integer> {
  private static final Set<String> MEMORY_DISKS = Set.of("tmpfs", "ramfs");
  private static final int INTERRUPTED = 130;

  /** Three servers with 1 GiB of heap each, a client with 2, and what a JVM needs besides. */
  private static final long ENOUGH_MIB = 6_144;

  private final Client.Factory clients;
  private final List<LockSystem> known;
  @Spec private CommandSpec spec;
  @Mixin private Options options;

  Bench(Client.Factory clients, List<LockSystem> known) {
    this.clients = clients;
    this.known = known;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine(ClientProcess::new, Systems.all()).execute(args));
  }

  static CommandLine commandLine(Client.Factory clients, List<LockSystem> known) {
    return new CommandLine(new Bench(clients, known))
        .setParameterExceptionHandler(Bench::reportBadUsage)
        .setExecutionExceptionHandler(Bench::reportFailure);
  }

  @Override
  public Integer call() throws IOException {
    Map<String, String> absent = new LinkedHashMap<>();
    Plan plan = plan(absent);
    Leftovers leftovers = new Leftovers(options.data());
    leftovers.sweep(this::warn);
    Path data = leftovers.create();
    Stop stop = new Stop();
    Thread main = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop.request(main), "stop"));
    try {
      Permissions.openToOthers(data);
      Publisher publisher = publisher(data, absent);
      announce(plan, publisher);
      Results results = compare(plan, publisher, data, stop);
      publisher.publish(results);
      return conclude(results, publisher.out());
    } finally {
      try {
        delete(data);
      } finally {
        stop.cleanedUp();
      }
    }
  }

  /** Empty, unless something in it could not be deleted. */
  private void delete(Path data) {
    try {
      Files.deleteIfExists(data);
    } catch (IOException e) {
      warn("not deleted: " + e);
    }
  }

  private void warn(String message) {
    spec.commandLine().getErr().printf("bench: %s%n", message);
    spec.commandLine().getErr().flush();
  }

  private Plan plan(Map<String, String> absent) {
    try {
      List<LockSystem> asked = new ArrayList<>();
      for (String name : options.systems()) {
        asked.add(Systems.named(known, "systems", name));
      }
      List<LockSystem> chosen = new ArrayList<>();
      Set<String> remedies = new LinkedHashSet<>();
      for (LockSystem system : asked.isEmpty() ? known : asked) {
        Optional<String> command = system.missing();
        if (command.isPresent()) {
          remedies.add(command.get());
          absent.put(system.name(), "not installed (" + command.get() + ")");
        } else {
          chosen.add(system);
        }
      }
      Plan plan = options.plan(chosen);
      if (chosen.isEmpty()) {
        throw new IllegalArgumentException(
            "systems: %s (expected: one that is installed; %s)"
                .formatted(String.join(", ", absent.keySet()), String.join("; ", remedies)));
      }
      requireSomething(plan, absent);
      return plan;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Not every system can do everything: a single server has no leader to lose. */
  private static void requireSomething(Plan plan, Map<String, String> absent) {
    String asked = String.join(", ", plan.workloads());
    List<String> unsuited = plan.unsuited().stream().map(LockSystem::name).toList();
    if (plan.starts().isEmpty()) {
      throw new IllegalArgumentException(
          "workload: %s (expected: something that %s can do)"
              .formatted(asked, String.join(" or ", unsuited)));
    }
    unsuited.forEach(name -> absent.put(name, "it cannot do this: " + asked));
  }

  private Publisher publisher(Path data, Map<String, String> absent) throws IOException {
    String time =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    Path out = options.out() != null ? options.out() : Path.of("tenure-bench-" + time);
    return new Publisher(
        Files.createDirectories(out),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        "./tenure bench " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
        Here.machine(data),
        options.settings(),
        absent);
  }

  private void announce(Plan plan, Publisher publisher) {
    PrintWriter err = spec.commandLine().getErr();
    publisher.absent().forEach((name, reason) -> err.printf("%s is left out: %s%n", name, reason));
    long memory = publisher.machine().memoryMib();
    if (memory > 0 && memory < ENOUGH_MIB) {
      err.printf(
          "%,d MiB of memory: systems with three JVMs and the client's need about %,d%n",
          memory, ENOUGH_MIB);
    }
    String disk = publisher.machine().disk();
    if (MEMORY_DISKS.contains(disk)) {
      err.printf(
          "%s is in memory (%s): fsync costs nothing there; choose a disk with --data%n",
          options.data(), disk);
    }
    err.printf(
        "%s; %d starts in %d rounds: about %s; results in %s%n",
        String.join(", ", plan.systems().stream().map(LockSystem::name).toList()),
        plan.starts().size(),
        plan.rounds(),
        Figures.time(plan.expectedSeconds()),
        publisher.out());
    err.flush();
  }

  private Results compare(Plan plan, Publisher publisher, Path data, Stop stop) throws IOException {
    Path logs = Files.createDirectories(publisher.out().resolve("logs"));
    Forecast forecast = new Forecast(plan, () -> System.nanoTime() / 1e9);
    boolean terminal = System.getenv("TENURE_TERMINAL") != null;
    PrintWriter err = spec.commandLine().getErr();
    try (Progress progress = new Progress(err, terminal, forecast::secondsLeft)) {
      Comparison comparison =
          new Comparison(
              new Comparison.Setting(clients, data, logs, stop), plan, progress, forecast);
      try {
        comparison.run(() -> publisher.publish(publisher.results(comparison, true)));
        return publisher.results(comparison, false);
      } catch (InterruptedException e) {
        return publisher.results(comparison, true);
      }
    }
  }

  private int conclude(Results results, Path out) {
    PrintWriter print = spec.commandLine().getOut();
    print.print(TextReport.of(results));
    print.printf("%nSee %s and %s%n", out.resolve("report.html"), out.resolve("results.json"));
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
