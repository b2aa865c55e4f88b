package io.tenure.compare.report;

import io.tenure.harness.report.Axis;
import io.tenure.harness.report.Svg;
import io.tenure.harness.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** One line for each system, labelled at its end. */
final class LineChart {
  static final int WIDTH = 560;
  static final int HEIGHT = 360;
  static final double LEFT = 62;
  static final double RIGHT = WIDTH - 116;
  static final double TOP = 30;
  static final double BOTTOM = HEIGHT - 46;
  private static final double LABEL_HEIGHT = 14;

  /** A point of a line. */
  record Point(double x, double y) {}

  /**
   * A system's line.
   *
   * @param dots whether each point is a measurement of its own
   */
  record Series(String system, List<Point> points, boolean dots) {
    Point last() {
      return points.get(points.size() - 1);
    }
  }

  private LineChart() {}

  static String of(String title, Axis x, Axis y, List<Series> all) {
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    svg.text("title", 0, 14, Anchor.START, title);
    for (Axis.Tick tick : y.ticks()) {
      svg.line("grid", LEFT, y.at(tick.value()), RIGHT, y.at(tick.value()));
      svg.text("tick", LEFT - 6, y.at(tick.value()) + 4, Anchor.END, tick.label());
    }
    for (Axis.Tick tick : x.ticks()) {
      svg.line("grid", x.at(tick.value()), TOP, x.at(tick.value()), BOTTOM);
      svg.text("tick", x.at(tick.value()), BOTTOM + 16, Anchor.MIDDLE, tick.label());
    }
    svg.text("tick", (LEFT + RIGHT) / 2, BOTTOM + 34, Anchor.MIDDLE, x.title());
    all.forEach(series -> draw(svg, x, y, series));
    label(svg, x, y, all);
    return svg.finished();
  }

  private static void draw(Svg svg, Axis x, Axis y, Series series) {
    String cssClass = Palette.cssClass(series.system());
    StringBuilder path = new StringBuilder();
    for (Point point : series.points()) {
      path.append(path.length() == 0 ? 'M' : 'L')
          .append(String.format(Locale.ROOT, "%.1f %.1f", x.at(point.x()), y.at(point.y())));
    }
    svg.path("line " + cssClass, path, Palette.dash(series.system()));
    if (series.dots()) {
      series.points().forEach(p -> svg.dot("fill " + cssClass, x.at(p.x()), y.at(p.y())));
    }
  }

  /** Moves overlapping labels apart and connects them to their lines. */
  private static void label(Svg svg, Axis x, Axis y, List<Series> all) {
    List<Series> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingDouble(series -> y.at(series.last().y())));
    double[] places = new double[sorted.size()];
    for (int i = 0; i < places.length; i++) {
      double wanted = y.at(sorted.get(i).last().y());
      places[i] = i == 0 ? wanted : Math.max(wanted, places[i - 1] + LABEL_HEIGHT);
    }
    double lowest = BOTTOM;
    for (int i = places.length - 1; i >= 0; i--) {
      places[i] = Math.min(places[i], lowest);
      lowest = places[i] - LABEL_HEIGHT;
    }
    for (int i = 0; i < places.length; i++) {
      Series series = sorted.get(i);
      String cssClass = Palette.cssClass(series.system());
      double endX = x.at(series.last().x());
      svg.line("lead " + cssClass, endX + 4, y.at(series.last().y()), RIGHT + 12, places[i]);
      svg.text("name " + cssClass, RIGHT + 15, places[i] + 4, Anchor.START, series.system());
    }
  }
}
