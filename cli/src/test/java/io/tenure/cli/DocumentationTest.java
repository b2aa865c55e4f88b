package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documents of the repository: their links, and the names of classes in them. */
final class DocumentationTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#+ (.*)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** At least two words, so that it is no word of a command or a setting. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("([A-Z][a-z]+(?:[A-Z][a-z]+)+)(?:\\.\\w+)?");

  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|record|enum|message) (\\w+)");

  @Test
  void linksLeadToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();

    for (Path page : files(".md")) {
      for (String target : all(LINK, prose(page))) {
        if (!target.contains(":") && !leadsSomewhere(page, target)) {
          broken.add(ROOT.relativize(page) + ": " + target);
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  /** Records of decisions are left out: they say what was true on their day. */
  @Test
  void classesThatArchitectureAndInternalsNameExist() throws IOException {
    Set<String> declared = declared();
    List<String> unknown = new ArrayList<>();

    for (Path page : files(".md")) {
      if (isAboutCode(ROOT.relativize(page))) {
        for (String code : all(CODE, prose(page))) {
          Matcher name = CLASS_NAME.matcher(code);
          if (name.matches() && !declared.contains(name.group(1))) {
            unknown.add(ROOT.relativize(page) + ": " + code);
          }
        }
      }
    }

    assertThat(unknown).isEmpty();
  }

  private static boolean isAboutCode(Path page) {
    return page.equals(Path.of("ARCHITECTURE.md"))
        || page.equals(Path.of("CONTRIBUTING.md"))
        || Path.of("docs", "internals").equals(page.getParent());
  }

  private static boolean leadsSomewhere(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return hash < 0 || anchors(file).contains(target.substring(hash + 1));
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String line : prose(page).lines().toList()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        anchors.add(
            heading
                .group(1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w\\- ]", "")
                .replace(' ', '-'));
      }
    }
    return anchors;
  }

  private static Set<String> declared() throws IOException {
    Set<String> names = new HashSet<>();
    for (String ending : List.of(".java", ".proto")) {
      for (Path file : files(ending)) {
        names.addAll(all(DECLARATION, Files.readString(file)));
      }
    }
    return names;
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** A page without its blocks of code. */
  private static String prose(Path page) throws IOException {
    StringBuilder prose = new StringBuilder();
    boolean isCode = false;
    for (String line : Files.readAllLines(page)) {
      if (line.strip().startsWith("```")) {
        isCode = !isCode;
      } else if (!isCode) {
        prose.append(line).append('\n');
      }
    }
    return prose.toString();
  }

  private static List<Path> files(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = directory.getFileName().toString();
            boolean built = name.equals("target") || name.startsWith("tenure-");
            boolean hidden = name.startsWith(".") && !directory.equals(ROOT);
            return built || hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(ending)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
