package io.tenure.compare.report;

import io.tenure.compare.result.Gap;
import io.tenure.compare.result.Timeline;
import io.tenure.harness.report.Axis;
import io.tenure.harness.report.Svg;
import io.tenure.harness.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Grants of one system over time around a failure of the leader. */
final class TimelineChart {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 150;
  private static final double LEFT = 44;
  private static final double RIGHT = WIDTH - 12;
  private static final double TOP = 34;
  private static final double BOTTOM = HEIGHT - 30;

  private TimelineChart() {}

  /**
   * @param seconds how much is shown after the failure
   */
  static String of(String system, Gap gap, double seconds) {
    Timeline timeline = gap.timeline();
    double before = timeline.killBucket() * timeline.bucketMillis() / 1e3;
    Axis x = new Axis("", ticks(before, seconds), false, LEFT, RIGHT);
    int max = Math.max(1, timeline.grants().stream().mapToInt(Integer::intValue).max().orElse(1));
    String title = "%s: gap of %s".formatted(system, Figures.gap(gap.leastGapMillis()));
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    svg.text("name " + Palette.cssClass(system), 0, 14, Anchor.START, title);
    double gapEnd = Math.min(seconds, gap.leastGapMillis() / 1e3);
    svg.rectangle("gap", x.at(0), TOP, x.at(gapEnd) - x.at(0), BOTTOM - TOP);
    for (Axis.Tick tick : x.ticks().subList(1, x.ticks().size())) {
      svg.line("grid", x.at(tick.value()), TOP, x.at(tick.value()), BOTTOM);
      svg.text("tick", x.at(tick.value()), BOTTOM + 16, Anchor.MIDDLE, tick.label());
    }
    svg.text("tick", LEFT - 6, TOP + 8, Anchor.END, Integer.toString(max));
    svg.text("tick", LEFT - 6, BOTTOM, Anchor.END, "0");
    svg.path("area " + Palette.cssClass(system), area(timeline, x, max, seconds), "");
    svg.line("kill", x.at(0), TOP - 6, x.at(0), BOTTOM);
    svg.line("axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    return svg.finished();
  }

  private static List<Axis.Tick> ticks(double before, double seconds) {
    List<Axis.Tick> after =
        Axis.fromZero(
            seconds,
            value ->
                value == 0 ? "failure" : Figures.number(value).replaceFirst("\\.?0+$", "") + " s");
    Axis.Tick end = new Axis.Tick(seconds, "");
    List<Axis.Tick> all = new ArrayList<>();
    all.add(new Axis.Tick(-before, ""));
    after.stream().filter(tick -> tick.value() < seconds).forEach(all::add);
    all.add(end);
    return all;
  }

  private static StringBuilder area(Timeline timeline, Axis x, int max, double seconds) {
    StringBuilder path = new StringBuilder(String.format(Locale.ROOT, "M%.1f %.1f", LEFT, BOTTOM));
    double width = timeline.bucketMillis() / 1e3;
    double time = -timeline.killBucket() * width;
    for (int grants : timeline.grants()) {
      if (time + width > seconds) {
        break;
      }
      double y = BOTTOM - (BOTTOM - TOP) * grants / max;
      path.append(String.format(Locale.ROOT, "L%.1f %.1fH%.1f", x.at(time), y, x.at(time + width)));
      time += width;
    }
    return path.append(
        String.format(Locale.ROOT, "L%.1f %.1fZ", x.at(Math.min(time, seconds)), BOTTOM));
  }
}
