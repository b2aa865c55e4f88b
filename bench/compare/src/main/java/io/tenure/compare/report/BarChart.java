package io.tenure.compare.report;

import io.tenure.compare.result.Spread;
import io.tenure.harness.report.Svg;
import io.tenure.harness.report.Svg.Anchor;
import java.util.List;
import java.util.function.DoubleFunction;

/** One bar for each system, with its figure and a thin line from minimum to maximum. */
final class BarChart {
  private static final int WIDTH = 560;
  private static final double LEFT = 104;
  private static final double RIGHT = WIDTH - 92;
  private static final double TOP = 30;
  private static final double STEP = 26;
  private static final double THICKNESS = 16;

  /**
   * A system's bar.
   *
   * @param second a paler part that is appended to the first; may be 0
   */
  record Bar(String system, Spread first, double second) {
    double end() {
      return Math.max(first.max(), first.median() + second);
    }
  }

  private BarChart() {}

  static String of(String title, List<Bar> bars, DoubleFunction<String> text) {
    int height = (int) (TOP + bars.size() * STEP + 6);
    Svg svg = new Svg(WIDTH, height, title);
    svg.text("title", 0, 14, Anchor.START, title);
    double max = bars.stream().mapToDouble(Bar::end).max().orElse(1);
    double scale = (RIGHT - LEFT) / Math.max(max, 1e-9);
    double y = TOP;
    for (Bar bar : bars) {
      String cssClass = Palette.cssClass(bar.system());
      double middle = y + THICKNESS / 2;
      svg.text("name " + cssClass, LEFT - 8, middle + 4, Anchor.END, bar.system());
      double width = bar.first().median() * scale;
      svg.rectangle("fill " + cssClass, LEFT, y, Math.max(1, width), THICKNESS);
      svg.rectangle("pale " + cssClass, LEFT + width, y, bar.second() * scale, THICKNESS);
      double end = LEFT + (bar.first().median() + bar.second()) * scale;
      if (bar.first().count() > 1 && bar.second() == 0) {
        double least = LEFT + bar.first().min() * scale;
        end = Math.max(end, LEFT + bar.first().max() * scale);
        svg.line("whisker", least, middle, LEFT + bar.first().max() * scale, middle);
      }
      svg.text(
          "value",
          end + 6,
          middle + 4,
          Anchor.START,
          text.apply(bar.first().median() + bar.second()));
      y += STEP;
    }
    svg.line("axis", LEFT, TOP - 4, LEFT, y - 4);
    return svg.finished();
  }
}
