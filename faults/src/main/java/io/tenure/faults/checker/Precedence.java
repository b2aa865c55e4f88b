package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out whether numbers grow with real time, in one pass over what began and what was over. */
final class Precedence {
  /**
   * Something with a number, and when it was under way.
   *
   * @param mayRepeat whether the number may be one that was there before: of what only looks
   * @param end tells that it was over, and when
   */
  record Step(long number, boolean mayRepeat, long beganNanos, Entry begin, Entry end) {}

  private final List<Step> steps = new ArrayList<>();

  void add(Step step) {
    steps.add(step);
  }

  /** Each step against the one with the greatest number among those that were over before it. */
  void check(Findings findings, String what) {
    List<Step> byBegin = new ArrayList<>(steps);
    byBegin.sort(Comparator.comparingLong(Step::beganNanos));
    List<Step> byEnd = new ArrayList<>(steps);
    byEnd.sort(Comparator.comparingLong(step -> step.end().nanos()));
    @Nullable Step greatest = null;
    int over = 0;
    for (Step step : byBegin) {
      while (byEnd.get(over).end().nanos() < step.beganNanos()) {
        Step ended = byEnd.get(over++);
        greatest = greatest == null || ended.number() > greatest.number() ? ended : greatest;
      }
      findings.checked();
      if (greatest != null && isOutOfOrder(greatest, step)) {
        findings.violated(
            what + " " + step.number() + " came after " + greatest.number() + " was told",
            greatest.begin(),
            greatest.end(),
            step.begin(),
            step.end());
      }
    }
  }

  private static boolean isOutOfOrder(Step before, Step after) {
    return after.number() < before.number()
        || (after.number() == before.number() && !after.mayRepeat());
  }
}
