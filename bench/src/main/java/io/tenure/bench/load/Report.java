package io.tenure.bench.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table that is printed row by row as the figures come in, and can be kept as JSON. */
final class Report {
  private static final int MIN_WIDTH = 8;

  private final String workload;
  private final List<String> columns;
  private final PrintWriter out;
  private final List<List<Object>> rows = new ArrayList<>();

  Report(String workload, PrintWriter out, String... columns) {
    this.workload = workload;
    this.out = out;
    this.columns = List.of(columns);
  }

  /** Adds a row: strings, whole numbers and doubles, one for each column. */
  void row(Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          "row: " + values.length + " values (expected: " + columns.size() + ")");
    }
    if (rows.isEmpty()) {
      print(List.copyOf(columns));
    }
    List<Object> row = List.of(values);
    rows.add(row);
    print(row);
  }

  private void print(List<Object> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      int width = Math.max(MIN_WIDTH, columns.get(i).length());
      String cell = text(cells.get(i));
      line.append(i == 0 ? "" : "  ").append(" ".repeat(Math.max(0, width - cell.length())));
      line.append(cell);
    }
    out.println(line);
    out.flush();
  }

  private static String text(Object value) {
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, number < 100 ? "%.2f" : "%,.0f", number);
    }
    return value instanceof Number number
        ? String.format(Locale.ROOT, "%,d", number.longValue())
        : value.toString();
  }

  String json() {
    StringBuilder json = new StringBuilder("{\"workload\": ").append(quoted(workload));
    json.append(", \"rows\": [");
    for (int i = 0; i < rows.size(); i++) {
      json.append(i == 0 ? "\n  {" : ",\n  {");
      for (int j = 0; j < columns.size(); j++) {
        json.append(j == 0 ? "" : ", ").append(quoted(columns.get(j))).append(": ");
        json.append(jsonValue(rows.get(i).get(j)));
      }
      json.append('}');
    }
    return json.append("\n]}\n").toString();
  }

  void write(Path file) {
    try {
      Files.writeString(file, json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String jsonValue(Object value) {
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%.4f", number);
    }
    return value instanceof Number ? value.toString() : quoted(value.toString());
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
