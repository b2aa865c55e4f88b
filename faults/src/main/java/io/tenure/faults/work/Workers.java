package io.tenure.faults.work;

import io.tenure.faults.cluster.Clock;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.work.role.RoleKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The worker processes of a run: started, paused, killed, replaced and stopped from here. When one
 * stood still is written down here, too. Any thread.
 */
public final class Workers implements io.tenure.faults.fault.kind.Workers, AutoCloseable {
  /** The number of roles: with as many clients, each role is played. */
  public static final int ROLES = RoleKind.values().length;

  private static final Duration STOPPING = Duration.ofSeconds(60);

  /** What starts a process, and sees to it that it does not outlive the run. */
  @FunctionalInterface
  public interface Starter {
    Process start(ProcessBuilder builder) throws IOException;
  }

  /**
   * What is particular about the processes.
   *
   * @param javaOptions for their JVMs, such as an agent
   * @param clock which all of them have, if it is not the machine's
   * @param places what a command begins with to run in each of the places that there are for them;
   *     none if they stay on this machine
   */
  public record Launch(
      List<String> javaOptions, Optional<Clock> clock, List<List<String>> places, Starter starter) {
    public static final Launch PLAIN =
        new Launch(List.of(), Optional.empty(), List.of(), ProcessBuilder::start);

    public Launch {
      javaOptions = List.copyOf(javaOptions);
      places = List.copyOf(places);
    }

    List<String> enter(int place) {
      return places.isEmpty() ? List.of() : places.get(place);
    }
  }

  /**
   * What the workers are to do.
   *
   * @param directory for their histories, NAME.jsonl, and what they print, NAME.log
   * @param endpoints of the service's nodes
   * @param resources where the resources are
   * @param processes how many there are at a time
   * @param clients how many each has
   * @param perSecond how many operations at most, of all together
   */
  public record Plan(
      Path directory,
      List<String> endpoints,
      String resources,
      Keyspace keys,
      long seed,
      int processes,
      int clients,
      int perSecond,
      Launch launch) {
    public Plan {
      endpoints = List.copyOf(endpoints);
      if (processes < 1 || clients < 1 || perSecond < processes) {
        throw new IllegalArgumentException(
            "processes: %d, clients: %d, per second: %d (expected: 1 or more for each)"
                .formatted(processes, clients, perSecond));
      }
    }
  }

  private static final class Running {
    private final int place;
    private final WorkerProcess process;
    private long pausedNanos;
    private boolean paused;

    /** When it certainly ran, or stood still. */
    private long aliveNanos = System.nanoTime();

    Running(int place, WorkerProcess process) {
      this.place = place;
      this.process = process;
    }

    /** Since when it may have been gone. */
    long goneNanos() {
      return paused ? Math.min(pausedNanos, aliveNanos) : aliveNanos;
    }
  }

  private final Plan plan;
  private final HistoryWriter history;
  private final Map<String, Running> running = new LinkedHashMap<>(); // Guarded by this.
  private final Map<String, Integer> ended = new LinkedHashMap<>(); // Guarded by this.
  private int started; // Guarded by this.

  private Workers(Plan plan, HistoryWriter history) {
    this.plan = plan;
    this.history = history;
  }

  /** Starts all of them. */
  public static Workers start(Plan plan) throws IOException {
    Path pauses = plan.directory().resolve("workers.jsonl");
    Workers workers = new Workers(plan, new HistoryWriter(pauses));
    for (int i = 0; i < plan.processes(); i++) {
      workers.startOne(i);
    }
    return workers;
  }

  /** Starts one. Returns its name, which nobody has had before. */
  private synchronized String startOne(int place) throws IOException {
    int number = started++;
    String name = "w" + number;
    Path log = plan.directory().resolve(name + ".log");
    WorkerProcess process = WorkerProcess.start(plan.launch(), place, arguments(name, number), log);
    running.put(name, new Running(place, process));
    return name;
  }

  private List<String> arguments(String name, int number) {
    Path file = plan.directory().resolve(name + ".jsonl");
    return List.of(
        "--name=" + name,
        "--number=" + number,
        "--seed=" + plan.seed(),
        "--endpoints=" + String.join(",", plan.endpoints()),
        "--history=" + file,
        "--resources=" + plan.resources(),
        "--clients=" + plan.clients(),
        "--shards=" + plan.keys().shards(),
        "--rate=" + plan.perSecond() / plan.processes());
  }

  /** Those that run, or are paused. */
  public synchronized List<String> names() {
    return List.copyOf(running.keySet());
  }

  /**
   * Those that have ended though nobody wanted it. Since when, is known the better the more often
   * this is asked: that they were gone is written down from when they were last seen.
   */
  public synchronized List<String> dead() {
    for (Map.Entry<String, Running> entry : List.copyOf(running.entrySet())) {
      Running worker = entry.getValue();
      long nanos = System.nanoTime();
      if (worker.process.isAlive()) {
        worker.aliveNanos = nanos;
      } else {
        running.remove(entry.getKey());
        ended.put(entry.getKey(), worker.process.exitValue());
        wentOn(entry.getKey(), worker.goneNanos(), Long.MAX_VALUE);
      }
    }
    return List.copyOf(ended.keySet());
  }

  /** Has it stand still. */
  public synchronized void pause(String name) throws InterruptedException {
    Running worker = find(name);
    if (!worker.paused) {
      worker.pausedNanos = System.nanoTime();
      worker.paused = true;
      for (int client = 0; client < plan.clients(); client++) {
        history.write(new Entry.PauseBegan(Worker.clientName(name, client), worker.pausedNanos));
      }
      worker.process.pause();
    }
  }

  /** Lets it go on, and writes down for how long it stood still. */
  public synchronized void resume(String name) throws InterruptedException {
    Running worker = find(name);
    if (worker.paused) {
      worker.process.resume();
      worker.paused = false;
      wentOn(name, worker.pausedNanos, System.nanoTime());
    }
  }

  /** Kills it, and starts another in its place. Returns that one's name. */
  public synchronized String replace(String name) throws IOException, InterruptedException {
    Running worker = find(name);
    long nanos = worker.paused ? worker.pausedNanos : System.nanoTime();
    worker.process.kill();
    running.remove(name);
    wentOn(name, nanos, Long.MAX_VALUE);
    return startOne(worker.place);
  }

  /** Has one of them stand still, or several. */
  @Override
  public synchronized String pause(Random random) throws IOException, InterruptedException {
    List<String> chosen = new ArrayList<>(requireSome());
    Collections.shuffle(chosen, random);
    chosen = chosen.subList(0, 1 + random.nextInt(Math.max(1, chosen.size() / 2)));
    for (String name : chosen) {
      pause(name);
    }
    return String.join(" and ", chosen);
  }

  @Override
  public synchronized void resume() throws InterruptedException {
    for (String name : names()) {
      resume(name);
    }
  }

  @Override
  public synchronized String kill(Random random) throws IOException, InterruptedException {
    List<String> names = requireSome();
    String name = names.get(random.nextInt(names.size()));
    String next = replace(name);
    return name + " (followed by " + next + ")";
  }

  private List<String> requireSome() throws IOException {
    if (running.isEmpty()) {
      throw new IOException("no process with clients is left");
    }
    return names();
  }

  @Override
  public synchronized String at(int place) {
    return running.entrySet().stream()
        .filter(worker -> worker.getValue().place == place)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("nobody");
  }

  @Override
  public void shiftClocks(Duration by) throws IOException {
    plan.launch()
        .clock()
        .orElseThrow(() -> new IOException("the clients have no clock of their own"))
        .shift(by);
  }

  @Override
  public void heal() throws IOException, InterruptedException {
    resume();
    if (plan.launch().clock().isPresent()) {
      shiftClocks(Duration.ZERO);
    }
  }

  private void wentOn(String name, long fromNanos, long toNanos) {
    for (int client = 0; client < plan.clients(); client++) {
      history.write(new Entry.Paused(Worker.clientName(name, client), fromNanos, toNanos));
    }
  }

  private Running find(String name) {
    @Nullable Running worker = running.get(name);
    if (worker == null) {
      throw new IllegalArgumentException("worker: " + name + " (expected: one of " + names() + ")");
    }
    return worker;
  }

  /**
   * Stops all of them, and waits until they have.
   *
   * @return those that have not ended as they should, and how: their exit code, or -1 if they had
   *     to be killed; also those that have ended before
   */
  public synchronized Map<String, Integer> stop() throws InterruptedException {
    resume();
    running.values().forEach(worker -> worker.process.askToStop());
    Map<String, Integer> unclean = new LinkedHashMap<>(ended);
    for (Map.Entry<String, Running> worker : running.entrySet()) {
      int code = worker.getValue().process.awaitEnd(STOPPING);
      if (code != 0) {
        unclean.put(worker.getKey(), code);
        wentOn(worker.getKey(), worker.getValue().goneNanos(), Long.MAX_VALUE);
      }
    }
    running.clear();
    return unclean;
  }

  /** Kills those that still run. */
  @Override
  public synchronized void close() throws IOException {
    List<Running> rest = new ArrayList<>(running.values());
    running.clear();
    for (Running worker : rest) {
      try {
        worker.process.kill();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    history.close();
  }
}
