package io.tenure.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeldReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every file below {@code src/test/resources/scenarios}; its README describes them. With
 * {@code -Dtenure.rewrite=true} the files are rewritten with what the core answers, for a reviewer
 * to read as a diff.
 */
final class ScenarioTest {
  // Not from the class path: a rewrite has to reach the files that are under version control.
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", "."), "src", "test", "resources", "scenarios");

  @TestFactory
  Stream<DynamicTest> scenario() throws IOException {
    return files().stream().map(ScenarioTest::test);
  }

  private static DynamicTest test(Path file) {
    Scenario scenario = read(file);
    return dynamicTest(
        scenario.name() + ": " + scenario.intent(),
        file.toUri(),
        () -> {
          ScenarioRun run = ScenarioRun.of(scenario);
          if (Boolean.getBoolean("tenure.rewrite")) {
            Files.write(file, scenario.rewritten(run.output()));
          } else {
            String differences = scenario.differences(run.output());
            assertThat(differences).withFailMessage(() -> "\n" + differences).isEmpty();
          }
        });
  }

  @Test
  void everyOutcomeIsShown() throws IOException {
    Shown shown = new Shown();
    for (Path file : files()) {
      ScenarioRun run = ScenarioRun.of(read(file));
      run.commands().forEach(shown::add);
      run.applied().forEach(shown::add);
    }

    assertThat(shown.records()).containsAll(recordsOf(Command.class));
    assertThat(shown.records()).containsAll(recordsOf(Outcome.class));
    assertThat(shown.records()).containsAll(recordsOf(Event.class));
    assertThat(shown.constants()).contains(Limit.values());
    assertThat(shown.constants()).contains(NotHeldReason.values());
    assertThat(shown.constants()).contains(NotConvertibleReason.values());
    assertThat(shown.constants()).contains(EndCause.values());
    assertThat(shown.constants()).contains(GrantCause.values());
  }

  /** The records that a sealed type permits, at whatever depth. */
  private static Set<Class<?>> recordsOf(Class<?> type) {
    return type.isRecord()
        ? Set.of(type)
        : Arrays.stream(type.getPermittedSubclasses())
            .flatMap(permitted -> recordsOf(permitted).stream())
            .collect(Collectors.toSet());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> paths = Files.walk(FOLDER)) {
      return paths.filter(path -> path.toString().endsWith(".txt")).sorted().toList();
    }
  }

  private static Scenario read(Path file) {
    try {
      return Scenario.read(FOLDER, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
