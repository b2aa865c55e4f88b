package io.tenure.core.random;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Takes out of a failing script what it does not need to fail: large pieces first, then steps. */
final class Shrinker {
  /** A long script is left as it is after so many tries rather than keep a person waiting. */
  private static final int MAX_TRIES = 5_000;

  private Shrinker() {}

  static <T> List<T> shrink(List<T> script, Predicate<List<T>> stillFails) {
    List<T> smallest = script;
    int tries = 0;
    int piece = Math.max(1, script.size() / 2);
    while (tries < MAX_TRIES) {
      int before = smallest.size();
      for (int from = 0; from < smallest.size() && tries < MAX_TRIES; tries++) {
        List<T> without = new ArrayList<>(smallest.subList(0, from));
        int to = Math.min(from + piece, smallest.size());
        without.addAll(smallest.subList(to, smallest.size()));
        if (stillFails.test(without)) {
          smallest = without;
        } else {
          from = to;
        }
      }
      if (piece == 1 && smallest.size() == before) {
        break;
      }
      piece = Math.max(1, piece / 2);
    }
    return smallest;
  }
}
