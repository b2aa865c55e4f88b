package io.tenure.compare;

import io.tenure.compare.report.Figures;
import io.tenure.compare.report.Headline;
import io.tenure.compare.result.ComparedSystem;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.server.Server;
import io.tenure.harness.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Carries out a plan. After a measurement without any result, the remaining measurements of that
 * start get new servers and a new driver. If the servers do not start, all of them fail.
 */
final class Comparison {
  /** How much later than its child processes this process may receive Ctrl-C. */
  private static final Duration SIGNAL_DELAY = Duration.ofMillis(500);

  private final Setting setting;
  private final Plan plan;
  private final Progress progress;
  private final Forecast forecast;
  private final List<Run> runs = new ArrayList<>();
  private final Map<String, ComparedSystem> systems = new LinkedHashMap<>();

  /**
   * What a comparison needs.
   *
   * @param data a directory for the state of servers while they run
   * @param logs a directory for the logs of drivers, and of servers with invalid runs
   */
  record Setting(LoadDriver.Factory drivers, Path data, Path logs, StopRequest stop) {}

  Comparison(Setting setting, Plan plan, Progress progress, Forecast forecast) {
    this.setting = setting;
    this.plan = plan;
    this.progress = progress;
    this.forecast = forecast;
  }

  /** The runs so far. */
  List<Run> runs() {
    return runs;
  }

  /** The systems that were started so far. */
  Collection<ComparedSystem> systems() {
    return systems.values();
  }

  /**
   * Carries out the whole plan.
   *
   * @param afterEach is called after each start of a system
   * @throws InterruptedException if it was stopped early
   */
  void run(Runnable afterEach) throws IOException, InterruptedException {
    for (PlannedStart start : plan.starts()) {
      Deque<Measurement> left = new ArrayDeque<>(start.measurements());
      while (!left.isEmpty()) {
        measure(start, left);
      }
      afterEach.run();
    }
  }

  /** Removes completed measurements from those left, at least one. */
  private void measure(PlannedStart start, Deque<Measurement> left)
      throws IOException, InterruptedException {
    int before = runs.size();
    Path directory = Files.createTempDirectory(setting.data(), name(start) + "-");
    Permissions.openToOthers(directory);
    progress.begin(label(start) + ": starting");
    boolean started = false;
    try (RunningSystem running = start(start.system(), directory);
        LoadDriver driver = driver(start, running)) {
      systems.putIfAbsent(start.system().name(), described(start.system(), running));
      SystemRunner runner = new SystemRunner(running, driver, start, plan, directory);
      warmUp(start, runner);
      forecast.started();
      started = true;
      for (Measurement next = left.peek(); next != null; next = left.peek()) {
        progress.begin(label(start) + ": " + Headline.name(next));
        Run run = runner.measure(next);
        forecast.done();
        add(start, run, left);
      }
    } catch (NotStarted e) {
      failAll(start, left, e.reason);
    } catch (IOException | RuntimeException e) {
      failNext(start, left, e, started);
    } finally {
      if (runs.stream().skip(before).anyMatch(run -> !run.valid())) {
        keepLogs(directory);
      }
      delete(directory);
    }
  }

  private static RunningSystem start(LockSystem system, Path directory)
      throws NotStarted, InterruptedException {
    try {
      return system.start(directory);
    } catch (IOException | RuntimeException e) {
      throw new NotStarted(e);
    }
  }

  private LoadDriver driver(PlannedStart start, RunningSystem running) throws IOException {
    Path log = setting.logs().resolve(name(start) + ".log");
    return setting.drivers().start(start.system(), running.endpoints(), log);
  }

  private void warmUp(PlannedStart start, SystemRunner runner)
      throws IOException, InterruptedException {
    if (start.warmsUp()) {
      progress.begin(label(start) + ": warming up");
      runner.warmUp();
    }
  }

  private void failAll(PlannedStart start, Deque<Measurement> left, Exception e)
      throws InterruptedException {
    requireNotStopped();
    forecast.started();
    while (!left.isEmpty()) {
      forecast.skip();
      fail(start, left, e);
    }
  }

  /**
   * @param begun whether the measurement had begun, or the warm-up before it failed
   */
  private void failNext(PlannedStart start, Deque<Measurement> left, Exception e, boolean begun)
      throws InterruptedException {
    requireNotStopped();
    if (begun) {
      forecast.done();
    } else {
      forecast.started();
      forecast.skip();
    }
    fail(start, left, e);
  }

  private void requireNotStopped() throws InterruptedException {
    if (setting.stop().requestedWithin(SIGNAL_DELAY)) {
      throw new InterruptedException();
    }
  }

  private void fail(PlannedStart start, Deque<Measurement> left, Exception e)
      throws InterruptedException {
    Measurement failed = left.element();
    String message = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
    // Server logs are moved; the message must name the place where they stay.
    String moved = message.replace(setting.data().toString(), setting.logs().toString());
    add(start, Run.failed(start.system().name(), start.round(), failed, moved), left);
  }

  private void add(PlannedStart start, Run run, Deque<Measurement> left)
      throws InterruptedException {
    if (setting.stop().requested()) {
      throw new InterruptedException();
    }
    left.remove();
    runs.add(run);
    String what = label(start) + ": " + Headline.name(run.measurement());
    progress.measured(what, Headline.of(run));
    if (!run.valid()) {
      progress.message("INVALID RUN: " + what + ": " + Figures.faults(run));
    }
  }

  private static String name(PlannedStart start) {
    return start.system().name() + "-" + start.round();
  }

  private String label(PlannedStart start) {
    return "round %d/%d, %s".formatted(start.round(), plan.rounds(), start.system().name());
  }

  private static ComparedSystem described(LockSystem system, RunningSystem running) {
    return new ComparedSystem(
        system.name(),
        system.features().stream().map(Enum::name).sorted().toList(),
        running.settings());
  }

  private void keepLogs(Path directory) {
    Path kept = setting.logs().resolve(directory.getFileName());
    try (Stream<Path> all = Files.find(directory, 2, (path, file) -> path.endsWith(Server.LOG))) {
      List<Path> logs = all.toList();
      for (Path log : logs) {
        Path copy = kept.resolve(directory.relativize(log));
        Files.createDirectories(copy.resolveSibling(""));
        Files.copy(log, copy);
      }
      if (!logs.isEmpty()) {
        progress.message("server logs: " + kept);
      }
    } catch (IOException | UncheckedIOException e) {
      progress.message("server logs could not be copied: " + e);
    }
  }

  /** A failure is only reported: results must not be lost because of it. */
  private void delete(Path directory) {
    try {
      Folders.delete(directory);
    } catch (IOException | UncheckedIOException e) {
      progress.message("state of servers could not be deleted: " + e);
    }
  }

  /** The servers did not start, so there is nothing to measure. */
  private static final class NotStarted extends Exception {
    private static final long serialVersionUID = 1;

    private final Exception reason;

    NotStarted(Exception reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
