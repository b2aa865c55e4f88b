package io.tenure.compare.report;

import java.util.List;

/**
 * Texts in rows and columns, the first column being names.
 *
 * @param rows as many texts as there are columns
 */
record Table(String title, List<String> columns, List<Row> rows) {
  /**
   * A line.
   *
   * @param sound whether it shows results only
   */
  record Row(List<String> cells, boolean sound) {}
}
