package io.tenure.compare;

import io.tenure.compare.result.Measurement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long it will take still: by what the same step of the same system has taken before, or else
 * by a rough expectation.
 */
final class Forecast {
  /** A start, if there is no measurement, or a measurement. */
  private record Step(String system, @Nullable Measurement measurement, double roughSeconds) {}

  private final DoubleSupplier clockSeconds;
  private final Deque<Step> left = new ArrayDeque<>();
  private final Map<Step, Double> known = new HashMap<>();
  private double stepBegan;

  Forecast(Plan plan, DoubleSupplier clockSeconds) {
    this.clockSeconds = clockSeconds;
    for (Start start : plan.starts()) {
      String system = start.system().name();
      left.add(new Step(system, null, plan.startSeconds(start)));
      start
          .measurements()
          .forEach(one -> left.add(new Step(system, one, plan.expectedSeconds(one))));
    }
    stepBegan = clockSeconds.getAsDouble();
  }

  /**
   * A system was started and warmed up, or that has failed. If it was not for the first time, the
   * measurement that comes next has not taken that long.
   */
  synchronized void started() {
    Step step = left.peek();
    if (step != null && step.measurement() == null) {
      done();
    } else {
      stepBegan = clockSeconds.getAsDouble();
    }
  }

  /** The step at the head is over, whatever came of it. */
  synchronized void done() {
    double now = clockSeconds.getAsDouble();
    Step step = left.poll();
    if (step != null) {
      known.put(step, now - stepBegan);
    }
    stepBegan = now;
  }

  /** The step at the head will not be done. */
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
