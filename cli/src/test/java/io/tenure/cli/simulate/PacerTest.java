package io.tenure.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PacerTest {
  private final List<Long> sleeps = new ArrayList<>();

  @Test
  void waitsInProportionToTheStorysTime() {
    Pacer pacer = new Pacer(4, sleeps::add);

    pacer.await(1_000);
    pacer.await(1_000);
    pacer.await(1_400);

    assertThat(sleeps).containsExactly(250L, 100L);
  }

  @Test
  void startsOverWhenTheStoryDoes() {
    Pacer pacer = new Pacer(1, sleeps::add);

    pacer.await(500);
    pacer.await(0);
    pacer.await(200);

    assertThat(sleeps).containsExactly(500L, 200L);
  }
}
