package io.tenure.cli.terminal;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the name that a misspelled word most likely stands for. */
public final class Spelling {
  /** One mistake is allowed for every so many letters. */
  private static final int LETTERS_PER_MISTAKE = 3;

  private Spelling() {}

  /**
   * The name, or the prefix of a name, with the fewest differences from the word, if they are few
   * enough.
   */
  public static Optional<String> nearest(String word, List<String> names) {
    return names.stream()
        .filter(name -> !word.isEmpty())
        .filter(name -> mistakes(word, name) <= word.length() / LETTERS_PER_MISTAKE)
        .min(Comparator.comparingInt(name -> mistakes(word, name)));
  }

  private static int mistakes(String word, String name) {
    String beginning = name.substring(0, Math.min(word.length(), name.length()));
    return Math.min(distance(word, beginning), distance(word, name));
  }

  /** How many letters must be added, removed or changed: the Levenshtein distance. */
  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
