package io.tenure.core.scenario;

import java.util.ArrayList;
import java.util.List;

/** What differs between two lists of lines: the first's lines with {@code -}, the other's with + */
final class Diff {
  private Diff() {}

  /** The lines of both, in order, those in common once. */
  static List<String> lines(List<String> expected, List<String> actual) {
    int[][] common = commonAfter(expected, actual);
    List<String> lines = new ArrayList<>();
    int e = 0;
    int a = 0;
    while (e < expected.size() || a < actual.size()) {
      boolean bothLeft = e < expected.size() && a < actual.size();
      if (bothLeft && expected.get(e).equals(actual.get(a))) {
        lines.add("    " + expected.get(e++));
        a++;
      } else if (a == actual.size()
          || (e < expected.size() && common[e + 1][a] >= common[e][a + 1])) {
        lines.add("  - " + expected.get(e++));
      } else {
        lines.add("  + " + actual.get(a++));
      }
    }
    return lines;
  }

  /** How many lines are in common from each pair of positions on, by the usual table. */
  private static int[][] commonAfter(List<String> expected, List<String> actual) {
    int[][] common = new int[expected.size() + 1][actual.size() + 1];
    for (int e = expected.size() - 1; e >= 0; e--) {
      for (int a = actual.size() - 1; a >= 0; a--) {
        common[e][a] =
            expected.get(e).equals(actual.get(a))
                ? common[e + 1][a + 1] + 1
                : Math.max(common[e + 1][a], common[e][a + 1]);
      }
    }
    return common;
  }
}
