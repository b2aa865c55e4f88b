package io.tenure.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class LongMapTest {
  @Test
  void agreesWithHashMapWhileGrowingAndShrinking() {
    SplittableRandom random = new SplittableRandom(7);
    LongMap<String> map = new LongMap<>();
    Map<Long, String> expected = new HashMap<>();

    for (int step = 0; step < 200_000; step++) {
      boolean growing = step / 20_000 % 2 == 0;
      long key = 1 + (random.nextBoolean() ? random.nextLong(3_000) : random.nextLong(1L << 53));
      if (random.nextInt(10) < (growing ? 7 : 2)) {
        map.put(key, "v" + step);
        expected.put(key, "v" + step);
      } else if (!expected.isEmpty()) {
        long victim = random.nextBoolean() ? key : expected.keySet().iterator().next();
        map.remove(victim);
        expected.remove(victim);
      }
      assertThat(map.get(key)).isEqualTo(expected.get(key));
      assertThat(map.size()).isEqualTo(expected.size());
    }

    expected.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    assertThat(map.map(value -> value)).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  @Test
  void longRunsOfNumbersAreFoundAndLeaveNothingBehind() {
    LongMap<Long> map = new LongMap<>();

    for (long key = 1; key <= 100_000; key++) {
      map.put(key, key);
    }
    for (long key = 1; key <= 100_000; key += 2) {
      map.remove(key);
    }

    for (long key = 1; key <= 100_000; key++) {
      assertThat(map.get(key)).isEqualTo(key % 2 == 0 ? key : null);
    }
    assertThat(map.size()).isEqualTo(50_000);
  }

  @Test
  void numberThatIsNeverUsedIsNotFound() {
    LongMap<String> map = new LongMap<>();
    map.put(1, "one");

    assertThat(map.get(0)).isNull();
    assertThat(map.get(-1)).isNull();
    assertThat(map.get(2)).isNull();
  }
}
