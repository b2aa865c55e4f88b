package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that numbers grow with real time, in one pass over starts and ends. */
public final class Precedence {
  /**
   * Something with a number, and when it was under way.
   *
   * @param mayRepeat whether the number may be one that was there before: of what only looks
   * @param end tells that it was over, and when
   */
  public record Step(long number, boolean mayRepeat, long beganNanos, Entry begin, Entry end) {}

  private final List<Step> befores = new ArrayList<>();
  private final List<Step> afters = new ArrayList<>();

  public void add(Step step) {
    addBefore(step);
    addAfter(step);
  }

  /** One that others are compared with, but which is not compared itself. */
  public void addBefore(Step step) {
    befores.add(step);
  }

  /** One that is compared with others, but which no other one is compared with. */
  public void addAfter(Step step) {
    afters.add(step);
  }

  /** Each step against the one with the greatest number among those that were over before it. */
  public void check(Findings findings, String what) {
    List<Step> byBegin = new ArrayList<>(afters);
    byBegin.sort(Comparator.comparingLong(Step::beganNanos));
    List<Step> byEnd = new ArrayList<>(befores);
    byEnd.sort(Comparator.comparingLong(step -> step.end().nanos()));
    @Nullable Step greatest = null;
    int over = 0;
    for (Step step : byBegin) {
      while (over < byEnd.size() && byEnd.get(over).end().nanos() < step.beganNanos()) {
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
