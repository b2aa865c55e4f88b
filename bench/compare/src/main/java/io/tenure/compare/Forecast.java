package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the remaining time: a step takes as long as the same step of the same system took
 * before, or else as long as the plan expects.
 */
final class Forecast {
  /** A measurement; a start of servers if it is null. */
  private record Step(String system, @Nullable Measurement measurement, double roughSeconds) {}

  private final DoubleSupplier clockSeconds;
  private final Deque<Step> left = new ArrayDeque<>();
  private final Map<Step, Double> known = new HashMap<>();
  private double stepBegan;

  Forecast(Plan plan, DoubleSupplier clockSeconds) {
    this.clockSeconds = clockSeconds;
    for (PlannedStart start : plan.starts()) {
      String system = start.system().name();
      left.add(new Step(system, null, plan.startSeconds(start)));
      start
          .measurements()
          .forEach(one -> left.add(new Step(system, one, plan.expectedSeconds(one))));
    }
    stepBegan = clockSeconds.getAsDouble();
  }

  /**
   * A system was started and warmed up, or that has failed. After a repeated start the time spent
   * does not count for the measurement that comes next.
   */
  synchronized void started() {
    Step step = left.peek();
    if (step != null && step.measurement() == null) {
      done();
    } else {
      stepBegan = clockSeconds.getAsDouble();
    }
  }

  /** The current step is over, with or without a result. */
  synchronized void done() {
    double now = clockSeconds.getAsDouble();
    Step step = left.poll();
    if (step != null) {
      known.put(step, now - stepBegan);
    }
    stepBegan = now;
  }

  /** The current step will not be done. */
  synchronized void skip() {
    left.poll();
    stepBegan = clockSeconds.getAsDouble();
  }

  synchronized double secondsLeft() {
    double sum = left.stream().mapToDouble(this::expected).sum();
    Step current = left.peek();
    double spent = clockSeconds.getAsDouble() - stepBegan;
    return current == null ? 0 : sum - Math.min(spent, expected(current));
  }

  private double expected(Step step) {
    return known.getOrDefault(step, step.roughSeconds());
  }
}
