package io.tenure.simulation;

import io.tenure.simulation.check.CheckCounts;
import io.tenure.simulation.check.Promise;
import io.tenure.simulation.check.PromiseBroken;
import io.tenure.simulation.world.Time;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Runs random simulations, one per seed, until a guarantee is violated or all seeds are done. */
public final class Explorer {
  private static final long PRINT_INTERVAL = Time.SECOND;

  private final ExploreOptions options;
  private final Setup setup;
  private final PrintWriter out;
  private final long startedAt;
  private final CheckCounts counts = new CheckCounts();
  private final FaultCount faults = new FaultCount();
  private long seeds;
  private long events;
  private long printedAt;

  Explorer(ExploreOptions options, Setup setup, PrintWriter out) {
    this.options = options;
    this.setup = setup;
    this.out = out;
    this.startedAt = options.nanoClock().getAsLong();
    this.printedAt = startedAt;
  }

  /** Runs the exploration and prints progress, figures and the violation, if any. */
  public static ExploreResult explore(ExploreOptions options, PrintWriter out) {
    Setup setup =
        new Setup(options.system(), options.fencing(), EnumSet.allOf(Fault.class), Set.of());
    return new Explorer(options, setup, out).explore();
  }

  ExploreResult explore() {
    print("Exploring %s of %s", count(options.seeds(), "random world"), options.system());
    for (long seed = options.firstSeed(); seed <= options.lastSeed(); seed++) {
      Run run = new RandomWorld(seed, setup).run();
      seeds++;
      events += run.events();
      counts.add(run.counts());
      faults.add(run.faults());
      if (run.broken() != null) {
        printFigures();
        return fail(run, run.broken());
      }
      if (options.stop().getAsBoolean()) {
        printFigures();
        print("Stopped after seed %,d. No guarantee was violated so far.", seed);
        return new ExploreResult(seeds, events, null);
      }
      printProgress(seed);
    }
    printFigures();
    print("No guarantee was violated.");
    return new ExploreResult(seeds, events, null);
  }

  private ExploreResult fail(Run run, PromiseBroken broken) {
    RandomWorld replayed = new RandomWorld(run.seed(), setup);
    Journal journal = new Journal(replayed.world());
    replayed.world().listen(journal);
    Run again = replayed.run();
    if (again.digest() != run.digest()) {
      throw new IllegalStateException(
          "seed " + run.seed() + " is not deterministic: a second run had another result");
    }
    Failure failure =
        new Failure(
            run.seed(),
            broken.promise(),
            run.endedAt(),
            String.valueOf(broken.getMessage()),
            options.replay(run.seed()));
    print("");
    print("Last events of seed %d:", failure.seed());
    journal.lines().forEach(line -> print("  %s", line));
    print("");
    print("Violated in seed %d: %s", failure.seed(), failure.promise());
    print("At %s: %s", Time.text(failure.time()), failure.what());
    print("Replay: %s", failure.replay());
    return new ExploreResult(seeds, events, failure);
  }

  private void printProgress(long seed) {
    long now = options.nanoClock().getAsLong();
    if (now - printedAt >= PRINT_INTERVAL) {
      printedAt = now;
      print(
          "  seed %,d of %,d: %,d events, %,d per second",
          seed, options.lastSeed(), events, eventsPerSecond(now));
    }
  }

  private void printFigures() {
    long now = options.nanoClock().getAsLong();
    print(
        "%s, %,d events in %.1f s: %,d events per second",
        count(seeds, "seed"),
        events,
        (now - startedAt) / (double) Time.SECOND,
        eventsPerSecond(now));
    print("Checked:");
    for (Promise promise : Promise.values()) {
      print("  %d %-45s %,15d times", promise.number(), promise.text(), counts.checks(promise));
    }
    List<String> injected = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      if (faults.of(fault) > 0) {
        injected.add(String.format(Locale.ROOT, "%,d %s", faults.of(fault), fault.plural()));
      }
    }
    print("Injected: %s", injected.isEmpty() ? "nothing" : String.join(", ", injected));
  }

  private long eventsPerSecond(long now) {
    double seconds = Math.max(1, now - startedAt) / (double) Time.SECOND;
    return (long) (events / seconds);
  }

  private static String count(long number, String noun) {
    return String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, noun);
  }

  private void print(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
    out.flush();
  }
}
