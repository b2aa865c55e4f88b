package io.tenure.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A text table with headings and aligned columns. */
public final class Table {
  private static final String GAP = "  ";
  private static final Pattern NUMERIC = Pattern.compile("\\d+|-|");

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    this.headings = List.of(headings);
  }

  /** Adds a row. Control characters in cells are replaced. */
  public void add(Object... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(
          "cells: " + cells.length + " (expected: " + headings.size() + ")");
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Formats.printable(cell.toString()));
    }
    rows.add(row);
  }

  public void print(PrintWriter out) {
    List<Column> columns = IntStream.range(0, headings.size()).mapToObj(this::column).toList();
    out.println(line(headings, columns));
    rows.forEach(row -> out.println(line(row, columns)));
    out.flush();
  }

  /** The layout of a column. Numbers are aligned right. */
  private record Column(int width, boolean isNumeric) {
    String fit(String cell) {
      String padding = " ".repeat(width - length(cell));
      return isNumeric ? padding + cell : cell + padding;
    }
  }

  private Column column(int index) {
    int width = length(headings.get(index));
    boolean isNumeric = true;
    for (List<String> row : rows) {
      width = Math.max(width, length(row.get(index)));
      isNumeric = isNumeric && NUMERIC.matcher(row.get(index)).matches();
    }
    return new Column(width, isNumeric);
  }

  private static String line(List<String> row, List<Column> columns) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      line.append(columns.get(i).fit(row.get(i))).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
