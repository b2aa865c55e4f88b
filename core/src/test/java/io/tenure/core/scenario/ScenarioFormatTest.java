package io.tenure.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the runner of the scenarios does with files that are right, outdated or wrong. */
final class ScenarioFormatTest {
  private static final String OUTDATED =
      """
      # An old file.

      open
      acquire s1#1 exclusive /a
      ----
      opened s1
      granted token=7

      # The end.
      """;

  @Test
  void mismatchIsShownAsADiffWithFileAndLine() {
    Scenario scenario = parse(OUTDATED);

    assertThat(scenario.differences(ScenarioRun.of(scenario).output()))
        .isEqualTo(
            """
            test.txt:5: expected (-) and got (+) after
                  open
                  acquire s1#1 exclusive /a
                ----
                opened s1
              - granted token=7
              + granted token=1
              +   1 granted s1#1 s1/main exclusive /a ASKED\
            """);
  }

  @Test
  void rewrittenFileKeepsItsProseAndCommandsAndNoLongerDiffers() {
    Scenario outdated = parse(OUTDATED);

    List<String> rewritten = outdated.rewritten(ScenarioRun.of(outdated).output());

    assertThat(rewritten)
        .containsExactly(
            "# An old file.",
            "",
            "open",
            "acquire s1#1 exclusive /a",
            "----",
            "opened s1",
            "granted token=1",
            "  1 granted s1#1 s1/main exclusive /a ASKED",
            "",
            "# The end.");
    Scenario current = Scenario.parse("test.txt", rewritten);
    assertThat(current.differences(ScenarioRun.of(current).output())).isEmpty();
  }

  @Test
  void firstSentenceIsTheIntent() {
    assertThat(parse("# Says why,\n# and how. And more.\n\n# Later.").intent())
        .isEqualTo("Says why, and how.");
    assertThat(parse("Says why").intent()).isEqualTo("Says why");
  }

  @Test
  void limitsStandBeforeTheFirstBlock() {
    Limits limits = parse("# Small.\n\nlimits holds=2 waitersPerKey=1\n").limits();

    assertThat(limits.holds()).isEqualTo(2);
    assertThat(limits.waitersPerKey()).isEqualTo(1);
    assertThat(limits.sessions()).isEqualTo(Limits.DEFAULT.sessions());
  }

  @Test
  void mistakeInAFileNamesItsLine() {
    assertThatThrownBy(() -> parse("# Forgot something.\n\nopen\n"))
        .hasMessage("test.txt:3: a paragraph without ---- (expected: one, or prose)");
    assertThatThrownBy(() -> parse("# Small.\n\nlimits hold=2\n"))
        .hasMessage("test.txt:3: hold= (expected: nothing by that name)");
    assertThatThrownBy(() -> parse("open\n----\nopened s1\n"))
        .hasMessage("test.txt: (expected: prose that says what it shows)");
  }

  @Test
  void mistakeInACommandNamesItsLine() {
    Scenario misspelt = parse("# Typing.\n\nopen\naquire s1#1 exclusive /a\n----\n");
    Scenario lost = parse("# Never backed up.\n\nrestore monday\n----\n");

    assertThatThrownBy(() -> ScenarioRun.of(misspelt))
        .hasMessageStartingWith("test.txt:4: aquire s1#1 exclusive /a\n  aquire (expected: open,");
    assertThatThrownBy(() -> ScenarioRun.of(lost))
        .hasMessage("test.txt:3: restore monday\n  monday (expected: one of [])");
  }

  private static Scenario parse(String text) {
    return Scenario.parse("test.txt", text.lines().toList());
  }
}
