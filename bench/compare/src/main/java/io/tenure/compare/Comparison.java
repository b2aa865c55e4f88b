package io.tenure.compare;

import io.tenure.compare.report.Figures;
import io.tenure.compare.report.Headline;
import io.tenure.compare.result.Contender;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.server.Server;
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
 * Carries out a plan. A measurement that fails altogether takes the servers and the client with it:
 * what is left of that start gets new ones. If there are none because the system does not start, it
 * fails, too.
 */
final class Comparison {
  private static final Duration DEATH_OF_CHILDREN = Duration.ofMillis(500);

  private final Setting setting;
  private final Plan plan;
  private final Progress progress;
  private final Forecast forecast;
  private final List<Run> runs = new ArrayList<>();
  private final Map<String, Contender> contenders = new LinkedHashMap<>();

  /**
   * What it works with.
   *
   * @param data a directory for the state of servers, until they end
   * @param logs a directory for what client JVMs say, and servers whose runs are no results
   */
  record Setting(Client.Factory clients, Path data, Path logs, Stop stop) {}

  Comparison(Setting setting, Plan plan, Progress progress, Forecast forecast) {
    this.setting = setting;
    this.plan = plan;
    this.progress = progress;
    this.forecast = forecast;
  }

  List<Run> runs() {
    return runs;
  }

  Collection<Contender> contenders() {
    return contenders.values();
  }

  /**
   * @param afterEach is called when there is something new
   * @throws InterruptedException if it was ended early
   */
  void run(Runnable afterEach) throws IOException, InterruptedException {
    for (Start start : plan.starts()) {
      Deque<Measurement> left = new ArrayDeque<>(start.measurements());
      while (!left.isEmpty()) {
        measure(start, left);
      }
      afterEach.run();
    }
  }

  /** Takes from the measurements left those that are done, at least one. */
  private void measure(Start start, Deque<Measurement> left)
      throws IOException, InterruptedException {
    int before = runs.size();
    Path directory = Files.createTempDirectory(setting.data(), name(start) + "-");
    Permissions.openToOthers(directory);
    progress.begin(label(start) + ": starting");
    boolean started = false;
    try (RunningSystem running = start(start.system(), directory);
        Client client = client(start, running)) {
      contenders.putIfAbsent(start.system().name(), contender(start.system(), running));
      Session session = new Session(running, client, start.round(), plan, directory);
      warmUp(start, session);
      forecast.started();
      started = true;
      for (Measurement next = left.peek(); next != null; next = left.peek()) {
        progress.begin(label(start) + ": " + Headline.name(next));
        Run run = session.measure(next);
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

  private Client client(Start start, RunningSystem running) throws IOException {
    Path log = setting.logs().resolve(name(start) + ".log");
    return setting.clients().start(start.system(), running.endpoints(), log);
  }

  private void warmUp(Start start, Session session) throws IOException, InterruptedException {
    if (start.warmsUp()) {
      progress.begin(label(start) + ": warming up");
      session.warmUp(start);
    }
  }

  private void failAll(Start start, Deque<Measurement> left, Exception e)
      throws InterruptedException {
    requireNotStopped();
    forecast.started();
    while (!left.isEmpty()) {
      forecast.skip();
      fail(start, left, e);
    }
  }

  /**
   * @param begun whether it was at it, rather than at what comes before
   */
  private void failNext(Start start, Deque<Measurement> left, Exception e, boolean begun)
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
    if (setting.stop().requestedWithin(DEATH_OF_CHILDREN)) {
      throw new InterruptedException();
    }
  }

  private void fail(Start start, Deque<Measurement> left, Exception e) throws InterruptedException {
    Measurement failed = left.element();
    String message = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
    // What it says of the servers' logs is where they will be.
    String told = message.replace(setting.data().toString(), setting.logs().toString());
    add(start, Run.failed(start.system().name(), start.round(), failed, told), left);
  }

  private void add(Start start, Run run, Deque<Measurement> left) throws InterruptedException {
    if (setting.stop().requested()) {
      throw new InterruptedException();
    }
    left.remove();
    runs.add(run);
    String what = label(start) + ": " + Headline.name(run.measurement());
    progress.measured(what, Headline.of(run));
    if (!run.valid()) {
      progress.say("NOT A RESULT: " + what + ": " + Figures.faults(run));
    }
  }

  private static String name(Start start) {
    return start.system().name() + "-" + start.round();
  }

  private String label(Start start) {
    return "round %d/%d, %s".formatted(start.round(), plan.rounds(), start.system().name());
  }

  private static Contender contender(LockSystem system, RunningSystem running) {
    return new Contender(
        system.name(),
        system.features().stream().map(Enum::name).sorted().toList(),
        running.settings());
  }

  /** Of servers whose runs are no results. */
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
        progress.say("what the servers said: " + kept);
      }
    } catch (IOException | UncheckedIOException e) {
      progress.say("what the servers said is lost: " + e);
    }
  }

  /** What cannot be deleted is no reason to lose what was measured. */
  private void delete(Path directory) {
    try {
      Leftovers.delete(directory);
    } catch (IOException | UncheckedIOException e) {
      progress.say("not deleted: " + e);
    }
  }

  /** There will be no servers to measure. */
  private static final class NotStarted extends Exception {
    private static final long serialVersionUID = 1;

    private final Exception reason;

    NotStarted(Exception reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
