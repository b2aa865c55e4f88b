package io.tenure.faults.report;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The picture of a run, as SVG: the faults as bands, and below them the grants of each second. */
final class TimelinePlot {
  private static final int WIDTH = 1100;
  private static final int LEFT = 150;
  private static final int BAND = 18;
  private static final int PLOT = 200;
  private static final int SPACE = 14;
  private static final int AXIS = 24;

  /** Narrower bars are drawn as one. */
  private static final int MOST_BARS = 475;

  /** A shorter gap is nothing that anybody would see. */
  private static final int SHOWN_GAP_SECONDS = 2;

  private final Report report;
  private final Timeline timeline;
  private final List<String> kinds;
  private final int seconds;
  private final double scale;
  private final StringBuilder out = new StringBuilder();

  private TimelinePlot(Report report) {
    this.report = report;
    this.timeline = report.timeline();
    this.kinds = new ArrayList<>(timeline.longestGapMillis().keySet());
    this.seconds = Math.max(1, timeline.grantsPerSecond().size());
    this.scale = (WIDTH - LEFT) / (double) seconds;
  }

  static String of(Report report) {
    TimelinePlot plot = new TimelinePlot(report);
    plot.draw();
    return plot.out.toString();
  }

  private int top() {
    return kinds.size() * BAND + SPACE;
  }

  private int bottom() {
    return top() + PLOT;
  }

  private void draw() {
    add(
        "<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"faults and grants over time\">",
        WIDTH, bottom() + AXIS);
    for (Entry.Calm calm : timeline.calms()) {
      box(calm.fromNanos(), calm.toNanos(), 0, bottom(), "calm", "calm: all is well");
    }
    gaps();
    for (int i = 0; i < kinds.size(); i++) {
      band(i);
    }
    grid();
    bars();
    violations();
    add("</svg>");
  }

  private void band(int row) {
    String kind = kinds.get(row);
    int y = row * BAND;
    add("<text x=0 y=%d>%s</text>", y + 13, HtmlReport.escape(kind));
    add("<line class=rule x1=%d x2=%d y1=%d y2=%d />", LEFT, WIDTH, y + BAND, y + BAND);
    for (Entry.Fault fault : timeline.faults()) {
      if (fault.kind().equals(kind)) {
        box(
            fault.fromNanos(),
            fault.toNanos(),
            y + 3,
            BAND - 5,
            fault.healed() ? "fault" : "fault unhealed",
            fault.what());
      }
    }
  }

  private void box(long from, long to, int y, int height, String style, String title) {
    double begin = Math.max(0, timeline.seconds(from));
    double end = Math.min(seconds, timeline.seconds(to));
    add(
        "<rect class=\"%s\" x=%.1f y=%d width=%.1f height=%d><title>%.1f s, %.1f s long: %s</title></rect>",
        style,
        x(begin),
        y,
        Math.max(1.5, (end - begin) * scale),
        height,
        timeline.seconds(from),
        (to - from) / 1e9,
        HtmlReport.escape(title));
  }

  private double x(double second) {
    return LEFT + second * scale;
  }

  /** Seconds in a row without a grant. */
  private void gaps() {
    List<Integer> counts = timeline.grantsPerSecond();
    int from = 0;
    for (int second = 0; second <= counts.size(); second++) {
      if (second == counts.size() || counts.get(second) > 0) {
        int length = second - from;
        if (length >= SHOWN_GAP_SECONDS) {
          add(
              "<rect class=gap x=%.1f y=%d width=%.1f height=%d><title>no grant for about %d s"
                  + "</title></rect>",
              x(from), top(), length * scale, PLOT, length);
          if (length * scale > 28) {
            add(
                "<text class=gap x=%.1f y=%d text-anchor=middle>%d s</text>",
                x(from + length / 2.0), bottom() - 8, length);
          }
        }
        from = second + 1;
      }
    }
  }

  private void grid() {
    int most = most();
    add("<text x=0 y=%d>grants a second</text>", top() + 12);
    int step = niceStep(most, 4);
    for (int value = 0; value <= most; value += step) {
      double y = bottom() - (double) PLOT * value / most;
      add("<line class=rule x1=%d x2=%d y1=%.1f y2=%.1f />", LEFT, WIDTH, y, y);
      add("<text x=%d y=%.1f text-anchor=end>%,d</text>", LEFT - 6, y + 4, value);
    }
    int time = niceStep(seconds, 12);
    for (int second = 0; second <= seconds; second += time) {
      add(
          "<text x=%.1f y=%d text-anchor=middle>%s</text>",
          x(second), bottom() + 16, seconds >= 600 ? clock(second) : second + " s");
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
      add(
          "<rect class=grants x=%.2f y=%.1f width=%.2f height=%.1f><title>%d s: %.0f</title></rect>",
          x(from), bottom() - height, Math.max(0.7, part.size() * scale - 0.4), height, from, mean);
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
                    nanos,
                    nanos + TimeUnit.MILLISECONDS.toNanos(1),
                    0,
                    bottom(),
                    "violation",
                    verdict.promise() + ": " + violation.message());
              });
    }
  }

  private void add(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
