package io.tenure.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpellingTest {
  private static final List<String> NAMES = List.of("paused-holder", "crashed-holder", "majority");

  @Test
  void findsTheNameThatWasNearlyWritten() {
    assertThat(Spelling.nearest("pausd-holdr", NAMES)).contains("paused-holder");
    assertThat(Spelling.nearest("mayority", NAMES)).contains("majority");
  }

  @Test
  void findsTheNameThatWasNearlyBegun() {
    assertThat(Spelling.nearest("paus", NAMES)).contains("paused-holder");
    assertThat(Spelling.nearest("chrash", NAMES)).contains("crashed-holder");
  }

  @Test
  void doesNotGuessWildly() {
    assertThat(Spelling.nearest("x", NAMES)).isEmpty();
    assertThat(Spelling.nearest("xyz", NAMES)).isEmpty();
    assertThat(Spelling.nearest("no-such-story", NAMES)).isEmpty();
    assertThat(Spelling.nearest("", NAMES)).isEmpty();
  }
}
