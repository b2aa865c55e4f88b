package io.tenure.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows under headings, in columns that are as wide as they must be. */
final class Table {
  private static final String GAP = "  ";

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    this.headings = List.of(headings);
  }

  /** Adds a row; a cell that comes from others is made harmless. */
  void add(Object... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(
          "cells: " + cells.length + " (expected: " + headings.size() + ")");
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Texts.printable(cell.toString()));
    }
    rows.add(row);
  }

  void print(PrintWriter out) {
    printRow(out, headings);
    rows.forEach(row -> printRow(out, row));
    out.flush();
  }

  private void printRow(PrintWriter out, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String padding = " ".repeat(width(column) - length(row.get(column)));
      String cell = row.get(column);
      line.append(isNumeric(column) ? padding + cell : cell + padding).append(GAP);
    }
    out.println(line.toString().stripTrailing());
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> length(row.get(column)))
        .reduce(length(headings.get(column)), Math::max);
  }

  /** Numbers stand under each other by their ends. */
  private boolean isNumeric(int column) {
    return rows.stream().map(row -> row.get(column)).allMatch(cell -> cell.matches("\\d+|-|"));
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
