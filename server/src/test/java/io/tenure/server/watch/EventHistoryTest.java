package io.tenure.server.watch;

import static io.tenure.server.watch.WatchEvents.granted;
import static io.tenure.server.watch.WatchEvents.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventHistoryTest {
  private static final long MUCH = 1 << 20;

  /** Few, so that there are always some that are packed. */
  private static final int RECENT = 3;

  @Test
  void keepsTheNewestEventsByNumber() {
    EventHistory history = new EventHistory(10, MUCH, RECENT);

    history.append(range(1, 25, "/a"), 0);

    assertThat(history.compactedThrough()).isEqualTo(15);
    assertThat(history.lastRevision()).isEqualTo(25);
    assertThat(history.after(14, 25, 100, MUCH)).isEmpty();
    assertThat(revisions(history, 15, 25, 100))
        .containsExactly(16L, 17L, 18L, 19L, 20L, 21L, 22L, 23L, 24L, 25L);
  }

  @Test
  void keepsTheNewestEventsBySize() {
    EventHistory history = new EventHistory(1_000, 64 << 10, RECENT);
    Value large = Value.of(new byte[Value.MAX_BYTES]);

    for (int revision = 1; revision <= 100; revision++) {
      Target target = Target.exclusive(Key.of("/a"));
      history.append(List.of(granted(revision, List.of(target), large)), 0);
    }

    assertThat(history.compactedThrough()).isBetween(84L, 90L);
    history.append(range(101, 110, "/a"), 0);
    assertThat(history.compactedThrough()).isBetween(85L, 92L);
  }

  @Test
  void keepsOneEventHoweverLarge() {
    EventHistory history = new EventHistory(10, 1, RECENT);

    history.append(range(1, 3, "/a"), 0);

    assertThat(revisions(history, 2, 3, 10)).containsExactly(3L);
  }

  @Test
  void findsEventsAcrossJumpsOfTheRevision() {
    EventHistory history = new EventHistory(8, MUCH, RECENT);
    long jump = 1L << 40;

    history.append(range(1, 5, "/a"), 0);
    history.append(range(jump + 1, jump + 5, "/a"), 0);

    assertThat(revisions(history, 3, jump, 100)).containsExactly(4L, 5L);
    assertThat(revisions(history, 5, jump + 2, 100)).containsExactly(jump + 1, jump + 2);
    assertThat(revisions(history, jump, jump + 2, 100)).containsExactly(jump + 1, jump + 2);
    assertThat(history.positionAfter(3)).isEqualTo(3);
    assertThat(history.positionAfter(jump)).isEqualTo(5);
    assertThat(history.positionAfter(jump + 9)).isEqualTo(10);
  }

  @Test
  void saysHowFarItLooked() {
    EventHistory history = new EventHistory(100, MUCH, RECENT);
    history.append(range(1, 50, "/a"), 0);

    assertThat(history.after(10, 50, 5, MUCH).orElseThrow().through()).isEqualTo(15);
    assertThat(history.after(10, 12, 5, MUCH).orElseThrow().through()).isEqualTo(12);
    assertThat(history.after(48, 99, 5, MUCH).orElseThrow().through()).isEqualTo(50);
    assertThat(history.after(50, 99, 5, MUCH).orElseThrow().through()).isEqualTo(50);
    assertThat(history.after(60, 99, 5, MUCH).orElseThrow().through()).isEqualTo(60);
    assertThat(history.after(10, 50, 5, 1).orElseThrow().through()).isEqualTo(11);
  }

  @Test
  void knowsNothingFromBeforeAReset() {
    EventHistory history = new EventHistory(10, MUCH, RECENT);
    history.append(range(1, 12, "/a"), 0);

    history.reset(20);

    assertThat(history.after(19, 20, 10, MUCH)).isEmpty();
    assertThat(revisions(history, 20, 30, 10)).isEmpty();
    history.append(range(21, 22, "/a"), 0);
    assertThat(revisions(history, 20, 30, 10)).containsExactly(21L, 22L);
    assertThat(history.positionAfter(20)).isEqualTo(12);
  }

  @Test
  void refusesARevisionThatDoesNotGrow() {
    EventHistory history = new EventHistory(10, MUCH, RECENT);
    history.append(range(1, 5, "/a"), 0);

    List<Event> again = range(5, 5, "/a");

    assertThatThrownBy(() -> history.append(again, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> history.reset(4)).isInstanceOf(IllegalStateException.class);
  }

  private static List<Long> revisions(EventHistory history, long after, long upTo, int most) {
    return history.after(after, upTo, most, MUCH).orElseThrow().entries().stream()
        .map(EventHistory.Entry::revision)
        .toList();
  }
}
