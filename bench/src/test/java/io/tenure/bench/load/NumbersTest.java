package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NumbersTest {
  private final Numbers numbers = new Numbers();

  @Test
  void watermarkStopsBeforeTheFirstThatIsNotAnswered() {
    long first = numbers.next();
    long second = numbers.next();
    long third = numbers.next();

    numbers.answered(first);
    numbers.answered(third);
    assertThat(numbers.acknowledged()).isEqualTo(first);

    numbers.answered(second);
    assertThat(numbers.acknowledged()).isEqualTo(third);
  }

  @Test
  void oneThatIsNotAnsweredHoldsTheWatermarkHoweverManyFollow() {
    long stuck = numbers.next();
    long last = stuck;
    for (int i = 0; i < 1_000; i++) {
      last = numbers.next();
      numbers.answered(last);
    }
    assertThat(numbers.acknowledged()).isEqualTo(stuck - 1);

    numbers.answered(stuck);
    assertThat(numbers.acknowledged()).isEqualTo(last);
  }
}
