package io.tenure.faults.report;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.harness.report.Svg;
import io.tenure.harness.report.Svg.Anchor;
import io.tenure.harness.report.Svg.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The timeline of a run as SVG: faults as bands, and below them the grants of each second. */
final class TimelinePlot {
  private static final int WIDTH = 1100;
  private static final int LEFT = 150;
  private static final int BAND = 18;
  private static final int PLOT = 200;
  private static final int SPACE = 14;
  private static final int AXIS = 24;

  /** Narrower bars are drawn as one. */
  private static final int MOST_BARS = 475;

  /** A shorter gap would not be visible. */
  private static final int SHOWN_GAP_SECONDS = 2;

  private final Report report;
  private final Timeline timeline;
  private final List<String> kinds;
  private final int seconds;
  private final double scale;
  private final Svg svg;

  private TimelinePlot(Report report) {
    this.report = report;
    this.timeline = report.timeline();
    this.kinds = new ArrayList<>(timeline.longestGapMillis().keySet());
    this.seconds = Math.max(1, timeline.grantsPerSecond().size());
    this.scale = (WIDTH - LEFT) / (double) seconds;
    this.svg = new Svg(WIDTH, bottom() + AXIS, "faults and grants over time");
  }

  static String of(Report report) {
    TimelinePlot plot = new TimelinePlot(report);
    plot.draw();
    return plot.svg.finished();
  }

  private int top() {
    return kinds.size() * BAND + SPACE;
  }

  private int bottom() {
    return top() + PLOT;
  }

  private void draw() {
    for (Entry.Calm calm : timeline.calms()) {
      box("calm", calm.fromNanos(), calm.toNanos(), new Rows(0, bottom()), "calm: no fault");
    }
    gaps();
    for (int i = 0; i < kinds.size(); i++) {
      band(i);
    }
    grid();
    bars();
    violations();
  }

  private void band(int row) {
    String kind = kinds.get(row);
    int y = row * BAND;
    svg.text("", 0, y + 13, Anchor.START, kind);
    svg.line("rule", LEFT, y + BAND, WIDTH, y + BAND);
    for (Entry.Fault fault : timeline.faults()) {
      if (fault.kind().equals(kind)) {
        box(
            fault.healed() ? "fault" : "fault unhealed",
            fault.fromNanos(),
            fault.toNanos(),
            new Rows(y + 3, BAND - 5),
            fault.what());
      }
    }
  }

  /** The vertical extent of a box. */
  private record Rows(int y, int height) {}

  private void box(String cssClass, long from, long to, Rows rows, String what) {
    double begin = Math.max(0, timeline.seconds(from));
    double end = Math.min(seconds, timeline.seconds(to));
    String tooltip =
        String.format(
            Locale.ROOT,
            "%.1f s, %.1f s long: %s",
            timeline.seconds(from),
            (to - from) / 1e9,
            what);
    double width = Math.max(1.5, (end - begin) * scale);
    svg.rectangle(cssClass, new Box(x(begin), rows.y(), width, rows.height()), tooltip);
  }

  private double x(double second) {
    return LEFT + second * scale;
  }

  /** Consecutive seconds without a grant. */
  private void gaps() {
    List<Integer> counts = timeline.grantsPerSecond();
    int from = 0;
    for (int second = 0; second <= counts.size(); second++) {
      if (second == counts.size() || counts.get(second) > 0) {
        int length = second - from;
        if (length >= SHOWN_GAP_SECONDS) {
          double width = length * scale;
          svg.rectangle(
              "gap", new Box(x(from), top(), width, PLOT), "no grant for about " + length + " s");
          if (width > 28) {
            svg.text("gap", x(from + length / 2.0), bottom() - 8, Anchor.MIDDLE, length + " s");
          }
        }
        from = second + 1;
      }
    }
  }

  private void grid() {
    int most = most();
    svg.text("", 0, top() + 12, Anchor.START, "grants per second");
    int step = niceStep(most, 4);
    for (int value = 0; value <= most; value += step) {
      double y = bottom() - (double) PLOT * value / most;
      svg.line("rule", LEFT, y, WIDTH, y);
      svg.text("", LEFT - 6, y + 4, Anchor.END, String.format(Locale.ROOT, "%,d", value));
    }
    int time = niceStep(seconds, 12);
    for (int second = 0; second <= seconds; second += time) {
      String label = seconds >= 600 ? clock(second) : second + " s";
      svg.text("", x(second), bottom() + 16, Anchor.MIDDLE, label);
    }
  }

  private static String clock(int second) {
    return String.format(Locale.ROOT, "%d:%02d", second / 60, second % 60);
  }

  private int most() {
    return Math.max(
        1, timeline.grantsPerSecond().stream().mapToInt(Integer::intValue).max().orElse(1));
  }

  /** 1, 2 or 5 times a power of ten, so that there are about so many steps. */
  static int niceStep(int range, int steps) {
    int step = 1;
    int[] factors = {2, 5, 10};
    int power = 1;
    int next = 0;
    while (step * steps < range) {
      step = power * factors[next++];
      if (next == factors.length) {
        next = 0;
        power *= 10;
      }
    }
    return step;
  }

  private void bars() {
    List<Integer> counts = timeline.grantsPerSecond();
    int each = (counts.size() + MOST_BARS - 1) / MOST_BARS;
    int most = most();
    for (int from = 0; from < counts.size(); from += each) {
      List<Integer> part = counts.subList(from, Math.min(counts.size(), from + each));
      double mean = part.stream().mapToInt(Integer::intValue).average().orElse(0);
      double height = PLOT * mean / most;
      double width = Math.max(0.7, part.size() * scale - 0.4);
      svg.rectangle(
          "grants",
          new Box(x(from), bottom() - height, width, height),
          String.format(Locale.ROOT, "%d s: %.0f", from, mean));
    }
  }

  private void violations() {
    for (Verdict verdict : report.verdicts()) {
      verdict
          .violations()
          .forEach(
              violation -> {
                long nanos =
                    violation.entries().stream()
                        .mapToLong(Entry::nanos)
                        .max()
                        .orElse(timeline.beganNanos());
                box(
                    "violation",
                    nanos,
                    nanos + TimeUnit.MILLISECONDS.toNanos(1),
                    new Rows(0, bottom()),
                    verdict.promise() + ": " + violation.message());
              });
    }
  }
}
