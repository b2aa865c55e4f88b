package io.tenure.core.scenario;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line, cut into words. Words of the form {@code name=value} may stand anywhere and are asked
 * for by name; all others are taken in order; a comma is a word of its own. A word, or the value of
 * a named one, may be quoted: {@code "a b"}, with {@code \"} and {@code \\} inside.
 *
 * <p>Every refusal says what was found and what was expected instead.
 */
final class Words {
  private static final String TERM = "\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,\"]+";
  private static final Pattern WORD =
      Pattern.compile(
          "\\s*(?:,|(?<name>[a-zA-Z]+)=(?<value>" + TERM + ")?|(?<word>" + TERM + "))\\s*",
          Pattern.DOTALL);
  private static final Pattern BARE = Pattern.compile("[\\w./:@+-]+");

  private final Deque<String> words = new ArrayDeque<>();
  private final Map<String, String> fields = new LinkedHashMap<>();

  Words(String line) {
    Matcher matcher = WORD.matcher(line);
    int from = 0;
    while (from < line.length()) {
      if (!matcher.find(from) || matcher.start() != from) {
        throw refused(line.substring(from), "a quote that ends, with \\\" and \\\\ inside");
      }
      add(matcher);
      from = matcher.end();
    }
  }

  private void add(Matcher matcher) {
    String name = matcher.group("name");
    String word = matcher.group("word");
    if (name != null) {
      String value = matcher.group("value");
      if (fields.put(name, value == null ? "" : value) != null) {
        throw refused(name + "= twice", "it once");
      }
    } else {
      words.add(word == null ? "," : word);
    }
  }

  /** The next word as it was written, quotes included. */
  String next(String expected) {
    String word = words.poll();
    if (word == null) {
      throw refused("the end of the line", expected);
    }
    return word;
  }

  /** The next word, or null at the end of the line. */
  @Nullable String nextIfAny() {
    return words.poll();
  }

  /** Takes the next word if it is this one. */
  boolean take(String word) {
    boolean there = word.equals(words.peek());
    if (there) {
      words.remove();
    }
    return there;
  }

  /** Takes the value of {@code name=}, as it was written, or null. */
  @Nullable String field(String name) {
    return fields.remove(name);
  }

  String requiredField(String name) {
    String value = field(name);
    if (value == null) {
      throw refused("no " + name + "=", name + "=…");
    }
    return value;
  }

  long number(String name) {
    return parseNumber(name + "=", requiredField(name));
  }

  long number(String name, long otherwise) {
    String value = field(name);
    return value == null ? otherwise : parseNumber(name + "=", value);
  }

  /** Refuses whatever nobody took. */
  void end() {
    String word = words.peek();
    if (word != null) {
      throw refused(word, "the end of the line");
    }
    if (!fields.isEmpty()) {
      throw refused(fields.keySet().iterator().next() + "=", "nothing by that name");
    }
  }

  static long parseNumber(String prefix, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw refused(prefix + digits, "a number");
    }
  }

  static IllegalArgumentException refused(String found, String expected) {
    return new IllegalArgumentException(found + " (expected: " + expected + ")");
  }

  static boolean isQuoted(String word) {
    return word.startsWith("\"");
  }

  /** What a word says, without its quotes. */
  static String unquote(String word) {
    return isQuoted(word)
        ? word.substring(1, word.length() - 1).replaceAll("(?s)\\\\(.)", "$1")
        : word;
  }

  /** The text as a word that says it: as it is if it is plain enough, else quoted. */
  static String quote(String text) {
    return BARE.matcher(text).matches()
        ? text
        : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
