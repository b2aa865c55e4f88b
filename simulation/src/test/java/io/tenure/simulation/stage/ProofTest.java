package io.tenure.simulation.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProofTest {
  @Test
  void showsWhatAllFactsTogetherShow() {
    Ending ending =
        new Proof()
            .that("it rained", () -> true)
            .that("it was wet", () -> true)
            .shows(() -> "rain");

    assertThat(ending).isEqualTo(new Ending(true, "rain"));
  }

  @Test
  void namesTheFirstThingThatIsMissing() {
    Ending ending =
        new Proof()
            .that("it rained", () -> true)
            .that("it was wet", () -> false)
            .that("it was cold", () -> false)
            .shows(() -> "rain");

    assertThat(ending.shown()).isFalse();
    assertThat(ending.text()).endsWith("it was wet");
  }

  @Test
  void looksNoFurtherOnceSomethingIsMissing() {
    Ending ending =
        new Proof()
            .that("it rained", () -> false)
            .that(
                "it was wet",
                () -> {
                  throw new AssertionError("relies on rain");
                })
            .shows(
                () -> {
                  throw new AssertionError("relies on rain");
                });

    assertThat(ending.shown()).isFalse();
  }
}
