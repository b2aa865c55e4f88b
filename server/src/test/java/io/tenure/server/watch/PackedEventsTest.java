package io.tenure.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.server.watch.EventHistory.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackedEventsTest {
  private final PackedEvents packed = new PackedEvents();
  private final List<Entry> expected = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private long revision;

  /**
   * Grows to thousands of events and shrinks to none, over and over, so that chunks are used again.
   */
  @Test
  void givesBackWhatWasAdded() {
    for (int tide = 0; tide < 6; tide++) {
      boolean rising = tide % 2 == 0;
      for (int step = 0; step < 3_000; step++) {
        if (random.nextInt(10) < (rising ? 8 : 1)) {
          add();
        } else if (!expected.isEmpty()) {
          packed.removeFirst();
          expected.remove(0);
        }
        if (step % 50 == 0) {
          compare();
        }
      }
    }
  }

  @Test
  void startsAnewAfterItWasCleared() {
    for (int i = 0; i < 300; i++) {
      add();
    }
    packed.clear();
    expected.clear();
    assertThat(packed.keptBytes()).isZero();

    for (int i = 0; i < 700; i++) {
      add();
    }
    compare();
  }

  private void add() {
    revision += 1 + random.nextInt(3);
    Value value = Value.of(new byte[random.nextInt(20) == 0 ? random.nextInt(4_096) : 0]);
    Target target = Target.exclusive(Key.of("/key/" + random.nextInt(1 << 20)));
    Event event = WatchEvents.granted(revision, List.of(target), value);
    Entry entry = new Entry(event, 0, random.nextLong());
    packed.add(entry);
    expected.add(entry);
  }

  private void compare() {
    assertThat(packed.size()).isEqualTo(expected.size());
    if (expected.isEmpty()) {
      assertThat(packed.keptBytes()).isZero();
      return;
    }
    int from = random.nextInt(expected.size());
    int to = from + random.nextInt(expected.size() - from + 1);
    List<Entry> found = new ArrayList<>();
    packed.copy(from, to).unpackTo(found);
    assertThat(found).hasSize(to - from);
    for (int i = 0; i < found.size(); i++) {
      Entry wanted = expected.get(from + i);
      assertThat(found.get(i).event()).isEqualTo(wanted.event());
      assertThat(found.get(i).appliedNanos()).isEqualTo(wanted.appliedNanos());
      assertThat(packed.revision(from + i)).isEqualTo(wanted.revision());
      assertThat(packed.bytes(from + i)).isEqualTo(found.get(i).bytes());
    }
  }
}
