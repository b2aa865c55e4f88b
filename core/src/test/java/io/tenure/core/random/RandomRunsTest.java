package io.tenure.core.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command;
import io.tenure.core.random.check.Check;
import io.tenure.core.random.check.Coverage;
import io.tenure.core.random.check.Failure;
import io.tenure.core.random.check.Finding;
import io.tenure.core.scenario.CommandText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RandomRunsTest {
  /** With a seed only that one runs. */
  private static final Optional<Long> SEED = Optional.ofNullable(Long.getLong("tenure.seed"));

  private static final int DEFAULT_RUNS = 3_000;
  private static final int RUNS = Integer.getInteger("tenure.runs", DEFAULT_RUNS);

  /** A long script has as many steps as 50 short ones, and more claims at a time. */
  private static final int SHORT_PER_LONG = 300;

  /** How often the default number of scripts must reach each thing that {@link Coverage} counts. */
  private static final long OFTEN = 20;

  @Test
  void scriptsAgreeWithTheModelAndReachEverything() {
    Coverage coverage = new Coverage();
    if (SEED.isPresent()) {
      run(SEED.get(), coverage);
      return;
    }
    for (long seed = 1; seed <= RUNS; seed++) {
      run(seed, coverage);
    }
    for (long seed = -1; seed >= -RUNS / SHORT_PER_LONG; seed--) {
      run(seed, coverage);
    }
    if (Boolean.getBoolean("tenure.coverage")) {
      System.out.println(coverage);
    }
    if (RUNS >= DEFAULT_RUNS) {
      assertThat(coverage.counts())
          .allSatisfy((what, count) -> assertThat(count).as(what).isGreaterThanOrEqualTo(OFTEN));
    }
  }

  @Test
  void shrinkingLeavesOnlyWhatTheFailureNeeds() {
    List<Integer> script = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

    List<Integer> shrunk = Shrinker.shrink(script, some -> some.contains(3) && some.contains(9));

    assertThat(shrunk).containsExactly(3, 9);
  }

  private static void run(long seed, Coverage coverage) {
    Script script = Script.of(seed);
    Optional<Failure> failure = Run.of(script, coverage);
    if (failure.isPresent()) {
      throw new AssertionError(report(seed, script, failure.get()));
    }
  }

  private static String report(long seed, Script script, Failure failure) {
    Check check = failure.check();
    List<Script.Intention> ran = script.intentions().subList(0, failure.commands().size());
    List<Script.Intention> shrunk =
        Shrinker.shrink(
            ran,
            some ->
                Run.of(script.with(some), new Coverage())
                    .filter(again -> again.check() == check)
                    .isPresent());
    Failure smallest = Run.of(script.with(shrunk), new Coverage()).orElse(failure);
    StringBuilder text = new StringBuilder();
    text.append(
        "seed %d (%s), step %d of %d: %s\n"
            .formatted(
                seed, script.profile().name(), ran.size(), script.intentions().size(), check));
    describe(failure, text);
    text.append(
        "\nshrunk to %d of %d steps, with %s:\n"
            .formatted(smallest.commands().size(), ran.size(), script.limits()));
    for (int i = 0; i < smallest.commands().size(); i++) {
      text.append("  ").append(CommandText.format(smallest.commands().get(i)));
      boolean tell = check == Check.RESTORE_CHANGES_NOTHING && shrunk.get(i).restores();
      text.append(tell ? "   (then snapshot and restore)\n" : "\n");
    }
    describe(smallest, text);
    return text.append("\nreplay with -Dtest=RandomRunsTest -Dtenure.seed=")
        .append(seed)
        .toString();
  }

  private static void describe(Failure failure, StringBuilder text) {
    Command last = failure.commands().get(failure.commands().size() - 1);
    text.append("after: ").append(CommandText.format(last)).append('\n');
    for (Finding finding : failure.findings()) {
      text.append(
          "  %s\n    expected: %s\n    actual:   %s\n"
              .formatted(finding.check(), finding.expected(), finding.actual()));
    }
  }
}
