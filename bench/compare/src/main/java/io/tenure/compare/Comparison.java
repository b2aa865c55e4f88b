package io.tenure.compare;

import io.tenure.compare.report.Figures;
import io.tenure.compare.report.Headline;
import io.tenure.compare.result.Contender;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Carries out a plan. A measurement that fails altogether takes the servers and the client with it:
 * what is left of that start gets new ones.
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
   * @param logs a directory for what client JVMs say
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
      boolean first = true;
      while (!left.isEmpty()) {
        measure(start, left, first);
        first = false;
      }
      afterEach.run();
    }
  }

  /** Takes from the measurements left those that are done, at least one. */
  private void measure(Start start, Deque<Measurement> left, boolean first)
      throws IOException, InterruptedException {
    LockSystem system = start.system();
    String name = system.name() + "-" + start.round();
    Path directory = Files.createTempDirectory(setting.data(), name + "-");
    Permissions.openToOthers(directory);
    progress.begin(label(start) + ": starting");
    try (RunningSystem running = system.start(directory);
        Client client =
            setting
                .clients()
                .start(system, running.endpoints(), setting.logs().resolve(name + ".log"))) {
      contenders.putIfAbsent(system.name(), contender(system, running));
      Session session = new Session(running, client, start.round(), plan, directory);
      progress.begin(label(start) + ": warming up");
      session.warmUp();
      if (first) {
        forecast.done();
      }
      for (Measurement next = left.peek(); next != null; next = left.peek()) {
        progress.begin(label(start) + ": " + Headline.name(next));
        add(start, session.measure(next), left);
      }
    } catch (IOException | RuntimeException e) {
      giveUp(start, left, e);
    } finally {
      delete(directory);
    }
  }

  private void giveUp(Start start, Deque<Measurement> left, Exception e)
      throws InterruptedException {
    if (setting.stop().requestedWithin(DEATH_OF_CHILDREN)) {
      throw new InterruptedException();
    }
    Measurement failed = left.element();
    String message = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
    add(start, Run.failed(start.system().name(), start.round(), failed, message), left);
  }

  private void add(Start start, Run run, Deque<Measurement> left) throws InterruptedException {
    if (setting.stop().requested()) {
      throw new InterruptedException();
    }
    left.remove();
    runs.add(run);
    if (run.failure() == null) {
      forecast.done();
    } else {
      forecast.skip();
    }
    String what = label(start) + ": " + Headline.name(run.measurement());
    progress.measured(what, Headline.of(run));
    if (!run.valid()) {
      progress.say("NOT A RESULT: " + what + ": " + Figures.faults(run));
    }
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

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
