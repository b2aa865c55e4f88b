package io.tenure.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import io.tenure.server.watch.WatchEnd.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Invariant 1 of {@link Delivery} in random interleavings of everything that can happen: whoever is
 * still subscribed in the end has been given exactly what a filter over the list of all events
 * gives, and whoever is not, exactly the beginning of it. A failure names the seed.
 */
class RandomDeliveryTest {
  private static final List<Key> KEYS =
      WatchFilterTest.keys("/a", "/b", "/a/a", "/a/b", "/a/b/c", "/c");

  /** Checks every notice as it comes. */
  private static final class Checked implements Subscriber {
    final World world;
    final WatchFilter filter;
    final List<Event> given = new ArrayList<>();
    boolean ready;
    boolean wasEverUnready;
    long after = -1;
    @Nullable WatchEnd end;

    Checked(World world, WatchFilter filter, boolean ready) {
      this.world = world;
      this.filter = filter;
      setReady(ready);
    }

    final void setReady(boolean now) {
      ready = now;
      wasEverUnready |= !now;
    }

    @Override
    public boolean ready() {
      return ready;
    }

    @Override
    public void started(long startedAfter) {
      assertThat(after).isEqualTo(-1);
      after = startedAfter;
    }

    @Override
    public void events(EventBatch batch) {
      assertThat(end).isNull();
      assertThat(ready).isTrue();
      given.addAll(batch.events());
      assertThat(given).isEqualTo(expected(batch.lastRevision()));
    }

    @Override
    public void progress(long revision) {
      assertThat(end).isNull();
      assertThat(given).isEqualTo(expected(revision));
    }

    @Override
    public void ended(WatchEnd ended) {
      assertThat(end).isNull();
      end = ended;
      if (ended.reason() == Reason.COMPACTED) {
        assertThat(ended.revision()).isGreaterThan(after);
        assertThat(ended.revision()).isGreaterThan(given.isEmpty() ? 0 : last().revision());
      } else {
        assertThat(ended.reason()).isEqualTo(Reason.SLOW_SUBSCRIBER);
        assertThat(wasEverUnready).isTrue();
        assertThat(given).isEqualTo(expected(ended.revision()));
      }
    }

    Event last() {
      return given.get(given.size() - 1);
    }

    List<Event> expected(long through) {
      return world.happened.stream()
          .filter(event -> event.revision() > after && event.revision() <= through)
          .filter(filter::concerns)
          .toList();
    }
  }

  /** A subscription of the test's. */
  private record Subscribed(Watch watch, Checked subscriber) {}

  private static final class World {
    final SplittableRandom random;
    final DrivenDelivery driven;
    final List<Event> happened = new ArrayList<>();
    final List<Subscribed> subscribed = new ArrayList<>();
    long revision;
    int given;
    int compacted;
    int slow;

    World(long seed) {
      random = new SplittableRandom(seed);
      int history = 20 + random.nextInt(200);
      int batch = 1 + random.nextInt(20);
      driven =
          new DrivenDelivery(
              new WatchSettings(
                  history, 1 << 20, batch, 1 << 20, 1 + history / 2, 2_000, 1_000, 1_000));
    }

    void step() {
      int roll = random.nextInt(100);
      if (roll < 30) {
        driven.apply(events(1 + random.nextInt(8)));
      } else if (roll < 40) {
        subscribe();
      } else if (roll < 60) {
        driven.delivery.round();
      } else if (roll < 80) {
        flipOne();
      } else if (roll < 90) {
        driven.pass(random.nextInt(300));
      } else if (roll < 92) {
        cancelOne();
      } else if (roll < 93) {
        events(1 + random.nextInt(3)); // they happen, but this node learns of the result only
        driven.restore(revision);
      } else if (roll < 94) {
        revision += random.nextLong(1L << 40);
      } else {
        driven.settle();
      }
    }

    private List<Event> events(int count) {
      List<Event> events = new ArrayList<>();
      for (int n = 0; n < count; n++) {
        events.add(WatchEvents.random(++revision, KEYS, random));
      }
      happened.addAll(events);
      return events;
    }

    private void subscribe() {
      Checked subscriber =
          new Checked(this, WatchFilterTest.randomFilter(KEYS, random), random.nextInt(4) > 0);
      long from =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> revision + 1 + random.nextInt(20);
            default -> happened.isEmpty() ? 1 : randomOne(happened).revision();
          };
      Watch watch = driven.delivery.subscribe(subscriber.filter, from, subscriber);
      subscribed.add(new Subscribed(watch, subscriber));
    }

    private void flipOne() {
      if (!subscribed.isEmpty()) {
        Subscribed one = randomOne(subscribed);
        one.subscriber().setReady(!one.subscriber().ready);
        if (one.subscriber().ready && random.nextInt(3) > 0) {
          one.watch().wake();
        }
      }
    }

    private void cancelOne() {
      if (!subscribed.isEmpty()) {
        Subscribed one = randomOne(subscribed);
        one.watch().cancel();
        subscribed.remove(one);
      }
    }

    private <T> T randomOne(List<T> list) {
      return list.get(random.nextInt(list.size()));
    }

    void finish() {
      subscribed.forEach(one -> one.subscriber().setReady(true));
      driven.pass(200);
      driven.settle();
      int live = 0;
      for (Subscribed one : subscribed) {
        Checked subscriber = one.subscriber();
        given += subscriber.given.size();
        if (subscriber.end == null) {
          assertThat(subscriber.after).isNotNegative();
          assertThat(subscriber.given).isEqualTo(subscriber.expected(revision));
          live++;
        } else if (subscriber.end.reason() == Reason.COMPACTED) {
          compacted++;
        } else {
          slow++;
        }
      }
      assertThat(driven.delivery.subscribers()).isEqualTo(live);
      assertThat(driven.cutOffs(Reason.INTERNAL)).isZero();
    }
  }

  @Test
  void everySubscriberIsGivenExactlyWhatConcernsItInOrder() {
    int given = 0;
    int compacted = 0;
    int slow = 0;
    for (long seed = 1; seed <= 300; seed++) {
      World world = new World(seed);
      try {
        for (int step = 0; step < 400; step++) {
          world.step();
        }
        world.finish();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
      given += world.given;
      compacted += world.compacted;
      slow += world.slow;
    }

    // The runs have been where they were meant to go.
    assertThat(given).isGreaterThan(10_000);
    assertThat(compacted).isGreaterThan(500);
    assertThat(slow).isGreaterThan(100);
  }
}
