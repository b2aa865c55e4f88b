package io.tenure.core.scenario;

import io.tenure.core.model.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A scenario file: prose and blocks. A block is a paragraph of commands, {@code ----} and what they
 * must print, up to the next blank line; every other paragraph is prose, but for a line of limits
 * before the first block. Prose starts with {@code #} or a capital letter, so that a command whose
 * {@code ----} was forgotten does not pass for prose.
 *
 * @param name the file's path below the scenarios folder
 * @param lines the whole file
 */
record Scenario(String name, List<String> lines, Limits limits, List<Block> blocks) {
  private static final String SEPARATOR = "----";
  private static final String LIMITS = "limits ";

  /** A line of the file; numbers start at 1. */
  record Line(int number, String text) {}

  /** A paragraph with commands and what they must print. */
  record Block(List<Line> commands, Line separator, List<String> expected) {}

  static Scenario read(Path folder, Path file) throws IOException {
    String name = folder.relativize(file).toString().replace('\\', '/');
    return parse(name, Files.readAllLines(file));
  }

  static Scenario parse(String name, List<String> lines) {
    Limits limits = Limits.DEFAULT;
    List<Block> blocks = new ArrayList<>();
    for (List<Line> paragraph : paragraphs(lines)) {
      Line first = paragraph.get(0);
      int separator = separatorIn(paragraph);
      if (separator >= 0) {
        blocks.add(block(paragraph, separator));
      } else if (first.text().startsWith(LIMITS) && blocks.isEmpty() && paragraph.size() == 1) {
        limits = limits(name, first);
      } else if (!isProse(first)) {
        throw refused(name, first, "a paragraph without ---- (expected: one, or prose)");
      }
    }
    if (!isProse(new Line(1, lines.isEmpty() ? "" : lines.get(0)))) {
      throw new IllegalArgumentException(name + ": (expected: prose that says what it shows)");
    }
    return new Scenario(name, List.copyOf(lines), limits, List.copyOf(blocks));
  }

  private static List<List<Line>> paragraphs(List<String> lines) {
    List<List<Line>> paragraphs = new ArrayList<>();
    boolean inside = false;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).isBlank()) {
        inside = false;
        continue;
      }
      if (!inside) {
        paragraphs.add(new ArrayList<>());
        inside = true;
      }
      paragraphs.get(paragraphs.size() - 1).add(new Line(i + 1, lines.get(i)));
    }
    return paragraphs;
  }

  private static int separatorIn(List<Line> paragraph) {
    return paragraph.stream().map(Line::text).toList().indexOf(SEPARATOR);
  }

  private static boolean isProse(Line line) {
    return line.text().startsWith("#")
        || (!line.text().isEmpty() && Character.isUpperCase(line.text().charAt(0)));
  }

  private static Block block(List<Line> paragraph, int separator) {
    return new Block(
        paragraph.subList(0, separator).stream().filter(line -> !isProse(line)).toList(),
        paragraph.get(separator),
        paragraph.subList(separator + 1, paragraph.size()).stream().map(Line::text).toList());
  }

  /** What the file shows, in the words of its first sentence. */
  String intent() {
    return lines.stream()
        .takeWhile(line -> !line.isBlank())
        .map(line -> line.replaceFirst("^#\\s*", ""))
        .collect(Collectors.joining(" "))
        .replaceFirst("(?<=\\.) .*", "");
  }

  /** The file with what each block really printed, block by block. */
  List<String> rewritten(List<List<String>> actual) {
    List<String> result = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < blocks.size(); i++) {
      int separator = blocks.get(i).separator().number();
      result.addAll(lines.subList(next, separator));
      result.addAll(actual.get(i));
      next = separator + blocks.get(i).expected().size();
    }
    result.addAll(lines.subList(next, lines.size()));
    return result;
  }

  /**
   * What the blocks printed that they should not have, and the other way round; empty if nothing.
   */
  String differences(List<List<String>> actual) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (!block.expected().equals(actual.get(i))) {
        lines.add(name + ":" + block.separator().number() + ": expected (-) and got (+) after");
        block.commands().forEach(command -> lines.add("      " + command.text()));
        lines.add("    " + SEPARATOR);
        lines.addAll(Diff.lines(block.expected(), actual.get(i)));
      }
    }
    return String.join("\n", lines);
  }

  private static Limits limits(String name, Line line) {
    try {
      return LimitsText.parse(line.text());
    } catch (IllegalArgumentException e) {
      throw refused(name, line, e.getMessage());
    }
  }

  private static IllegalArgumentException refused(String name, Line line, String what) {
    return new IllegalArgumentException(name + ":" + line.number() + ": " + what);
  }
}
