package io.tenure.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Maps values to positions in a drawing.
 *
 * @param ticks in ascending order; the first and the last are the ends of the axis
 * @param from the position of the first tick
 * @param to the position of the last tick
 */
public record Axis(String title, List<Tick> ticks, boolean logarithmic, double from, double to) {
  private static final int LINEAR_TICKS = 4;

  /** A value that has a mark and a label. */
  public record Tick(double value, String label) {}

  /** Begins and ends with a power of ten, or the half or fifth of one, that encloses the values. */
  public static List<Tick> powers(double min, double max, DoubleFunction<String> label) {
    List<Tick> ticks = new ArrayList<>();
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(min, 1e-9)) + 1e-9));
    for (; ticks.isEmpty() || ticks.get(ticks.size() - 1).value() < max * 0.999; power *= 10) {
      ticks.add(new Tick(power, label.apply(power)));
    }
    return ticks;
  }

  /** From zero to a round number. */
  public static List<Tick> fromZero(double max, DoubleFunction<String> label) {
    double rough = Math.max(max, 1e-9) / LINEAR_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = power * 10;
    for (double factor : new double[] {1, 2, 2.5, 5}) {
      if (factor * power >= rough) {
        step = factor * power;
        break;
      }
    }
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i == 0 || (i - 1) * step < max; i++) {
      ticks.add(new Tick(i * step, label.apply(i * step)));
    }
    return ticks;
  }

  public double at(double value) {
    double first = scaled(ticks.get(0).value());
    double last = scaled(ticks.get(ticks.size() - 1).value());
    return from + (scaled(value) - first) / (last - first) * (to - from);
  }

  private double scaled(double value) {
    return logarithmic ? Math.log(value) : value;
  }
}
