package io.tenure.server.watch;

import static io.tenure.server.watch.WatchEvents.granted;
import static io.tenure.server.watch.WatchEvents.subtree;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import io.tenure.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WatchFilterTest {
  private static final WatchFilter KEY = new WatchFilter(Key.of("/a/b"), false);
  private static final WatchFilter SUBTREE = new WatchFilter(Key.of("/a/b"), true);

  @Test
  void aKeyAloneHearsOfItself() {
    assertThat(KEY.concerns(granted(1, "/a/b"))).isTrue();
    assertThat(KEY.concerns(granted(1, "/x", "/a/b"))).isTrue();
    assertThat(KEY.concerns(granted(1, "/a/b/c"))).isFalse();
    assertThat(KEY.concerns(granted(1, "/a"))).isFalse();
    assertThat(KEY.concerns(granted(1, "/a/bc"))).isFalse();
  }

  @Test
  void aSubtreeHearsOfWhatIsBelow() {
    assertThat(SUBTREE.concerns(granted(1, "/a/b"))).isTrue();
    assertThat(SUBTREE.concerns(granted(1, "/a/b/c/d"))).isTrue();
    assertThat(SUBTREE.concerns(granted(1, "/a/bc"))).isFalse();
    assertThat(SUBTREE.concerns(granted(1, "/a"))).isFalse();
  }

  @Test
  void bothHearOfALockOnASubtreeAbove() {
    Event above = granted(1, List.of(subtree("/a")), Value.NONE);
    Event beside = granted(1, List.of(subtree("/a/c")), Value.NONE);

    assertThat(KEY.concerns(above)).isTrue();
    assertThat(SUBTREE.concerns(above)).isTrue();
    assertThat(KEY.concerns(beside)).isFalse();
    assertThat(SUBTREE.concerns(beside)).isFalse();
  }

  @Test
  void noKeyMeansEverything() {
    assertThat(new WatchFilter(null, false)).isEqualTo(WatchFilter.EVERYTHING);
    assertThat(WatchFilter.EVERYTHING.concerns(granted(1, "/x"))).isTrue();
  }

  /** {@link LiveIndex} says the same in another way. */
  @Test
  void theIndexLeadsEveryEventToExactlyTheFiltersItConcerns() {
    SplittableRandom random = new SplittableRandom(7);
    List<Key> keys = keys("/a", "/b", "/a/a", "/a/b", "/b/a", "/a/a/a", "/a/a/b", "/a/b/a/c");
    LiveIndex index = new LiveIndex();
    List<Watch> watches = new ArrayList<>();

    for (int step = 0; step < 5_000; step++) {
      if (random.nextInt(3) == 0 && !watches.isEmpty()) {
        index.remove(watches.remove(random.nextInt(watches.size())));
      } else if (watches.size() < 20) {
        Watch watch = watch(randomFilter(keys, random));
        watches.add(watch);
        index.add(watch);
      }

      Event event = WatchEvents.random(step + 1, keys, random);
      List<WatchGroup> groups = new ArrayList<>();
      index.offer(new EventHistory.Entry(event, 0, 0), groups);

      Set<Watch> reached = new HashSet<>();
      groups.forEach(group -> reached.addAll(group.members));
      assertThat(groups).allMatch(group -> group.take().events().equals(List.of(event)));
      assertThat(reached)
          .as("step %s: %s", step, event)
          .containsExactlyInAnyOrderElementsOf(
              watches.stream().filter(watch -> watch.filter.concerns(event)).toList());
    }

    watches.forEach(index::remove);
    assertThat(index.isEmpty()).isTrue();
    assertThat(index.nodes()).isZero();
  }

  static WatchFilter randomFilter(List<Key> keys, SplittableRandom random) {
    int which = random.nextInt(keys.size() + 1);
    return which == keys.size()
        ? WatchFilter.EVERYTHING
        : new WatchFilter(keys.get(which), random.nextBoolean());
  }

  static List<Key> keys(String... paths) {
    return Arrays.stream(paths).map(Key::of).toList();
  }

  private static Watch watch(WatchFilter filter) {
    RecordingSubscriber subscriber = new RecordingSubscriber();
    return new Watch(null, filter, subscriber, new Watch.Start(0, 0));
  }
}
