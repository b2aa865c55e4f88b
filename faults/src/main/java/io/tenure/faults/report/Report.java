package io.tenure.faults.report;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * All that is to be told of a run.
 *
 * @param settings what it was run with, in the order to tell it
 * @param leftOut kinds of faults that were not possible, each with the reason
 * @param trouble what went wrong with the run itself; empty if nothing did
 * @param logs of the nodes
 */
public record Report(
    Map<String, String> settings,
    Map<String, String> leftOut,
    Timeline timeline,
    List<Verdict> verdicts,
    String trouble,
    Logs logs) {
  /** The setting that names what is broken on purpose, and its value if nothing is. */
  public static final String BROKEN = "broken on purpose";

  public static final String NOTHING = "nothing";

  public Report {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * Whether every promise was kept, the service came back after every fault, and the run proves it.
   */
  public boolean isGood() {
    return trouble.isEmpty()
        && shortcomings().isEmpty()
        && verdicts.stream().allMatch(Verdict::isKept);
  }

  /** Why the run would prove nothing, even if no promise was broken. */
  public List<String> shortcomings() {
    List<String> found = new ArrayList<>();
    if (timeline.grants() == 0) {
      found.add("nothing was granted");
    }
    if (timeline.faults().isEmpty()) {
      found.add("nothing went wrong: no fault has happened");
    }
    for (Verdict verdict : verdicts) {
      if (verdict.isMissing()) {
        found.add("not put to the test: " + verdict.promise());
      }
    }
    return found;
  }

  /** What was broken on purpose, if anything. */
  public Optional<String> variant() {
    return Optional.ofNullable(settings.get(BROKEN)).filter(name -> !name.equals(NOTHING));
  }

  /** Of which the run says nothing, neither good nor bad. */
  public List<String> untested() {
    return verdicts.stream().filter(Verdict::isUntested).map(Verdict::promise).toList();
  }

  /** The promises of the design that were broken: what a broken variant is caught by. */
  public List<String> broken() {
    return verdicts.stream()
        .filter(verdict -> !verdict.isKept() && verdict.isOfDesign())
        .map(Verdict::promise)
        .toList();
  }

  /** How long it took until one of them was seen to be broken, of the cases that are shown. */
  public OptionalDouble brokenAfterSeconds() {
    return verdicts.stream()
        .filter(Verdict::isOfDesign)
        .flatMap(verdict -> verdict.violations().stream())
        .flatMapToLong(
            violation -> violation.entries().stream().mapToLong(Entry::nanos).max().stream())
        .mapToDouble(timeline::seconds)
        .min();
  }
}
