package io.tenure.harness.report;

import java.util.Locale;

/** Builds an SVG drawing. Colours come from the page's style sheet, by class. */
public final class Svg {
  private final StringBuilder text = new StringBuilder();

  /** Which way a text extends from its point. */
  public enum Anchor {
    START("start"),
    MIDDLE("middle"),
    END("end");

    private final String name;

    Anchor(String name) {
      this.name = name;
    }
  }

  /** Position and size of a rectangle. */
  public record Box(double x, double y, double width, double height) {}

  public Svg(int width, int height, String description) {
    text.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n"
            .formatted(width, height, escape(description)));
  }

  public void line(String cssClass, double x1, double y1, double x2, double y2) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        cssClass, x1, y1, x2, y2);
  }

  public void rectangle(String cssClass, double x, double y, double width, double height) {
    add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        cssClass, x, y, Math.max(0, width), height);
  }

  /** A rectangle with a text that a browser shows while the pointer is over it. */
  public void rectangle(String cssClass, Box box, String tooltip) {
    add(
        "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\">"
            + "<title>%s</title></rect>",
        cssClass, box.x(), box.y(), box.width(), box.height(), escape(tooltip));
  }

  public void dot(String cssClass, double x, double y) {
    add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", cssClass, x, y);
  }

  /**
   * Draws lines and areas.
   *
   * @param path as SVG has it
   * @param dash lengths of strokes and gaps, or nothing
   */
  public void path(String cssClass, CharSequence path, String dash) {
    String style = dash.isEmpty() ? "" : " stroke-dasharray=\"" + dash + "\"";
    add("<path class=\"%s\"%s d=\"%s\"/>", cssClass, style, path);
  }

  public void text(String cssClass, double x, double y, Anchor anchor, String content) {
    add(
        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        cssClass, x, y, anchor.name, escape(content));
  }

  /** The drawing as an HTML element. */
  public String finished() {
    return text + "</svg>\n";
  }

  public static String escape(String content) {
    return content
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void add(String form, Object... values) {
    text.append(String.format(Locale.ROOT, form, values)).append('\n');
  }
}
