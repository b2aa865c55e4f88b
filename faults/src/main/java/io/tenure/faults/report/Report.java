package io.tenure.faults.report;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of a run.
 *
 * @param settings the settings of the run, in the order of the report
 * @param leftOut kinds of faults that were not possible here, each with the reason
 * @param trouble a problem of the run itself; empty if there was none
 * @param logs of the nodes
 */
public record Report(
    Map<String, String> settings,
    Map<String, String> leftOut,
    Timeline timeline,
    List<Verdict> verdicts,
    String trouble,
    Logs logs) {
  /**
   * The setting that names the broken variant, and its value for an unchanged Tenure. Notes of
   * earlier runs have both.
   */
  public static final String BROKEN = "broken on purpose";

  public static final String NOTHING = "nothing";

  public Report {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * Whether every guarantee held, the service recovered from every fault, and the run proves it.
   */
  public boolean isGood() {
    return trouble.isEmpty()
        && shortcomings().isEmpty()
        && verdicts.stream().allMatch(Verdict::isKept);
  }

  /** Why the run proves nothing, even if no guarantee was violated. */
  public List<String> shortcomings() {
    List<String> found = new ArrayList<>();
    if (timeline.grants() == 0) {
      found.add("nothing was granted");
    }
    if (timeline.faults().isEmpty()) {
      found.add("no fault was injected");
    }
    for (Verdict verdict : verdicts) {
      if (verdict.isMissing()) {
        found.add("not tested: " + verdict.promise());
      }
    }
    return found;
  }

  /** The broken variant, if this was one. */
  public Optional<String> variant() {
    return Optional.ofNullable(settings.get(BROKEN)).filter(name -> !name.equals(NOTHING));
  }

  /** The guarantees that the run did not test. */
  public List<String> untested() {
    return verdicts.stream().filter(Verdict::isUntested).map(Verdict::promise).toList();
  }

  /** The violated guarantees of the design; by these a broken variant is detected. */
  public List<String> broken() {
    return verdicts.stream()
        .filter(verdict -> !verdict.isKept() && verdict.isOfDesign())
        .map(Verdict::promise)
        .toList();
  }

  /** The time of the first violation among those that are shown. */
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
