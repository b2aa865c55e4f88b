package io.tenure.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.safety.ObservedLeaders;
import io.tenure.faults.history.Entry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the public client shows to those who watch, and to those who observe an election. */
class ClientWatchTamperingTest {
  private static final String WATCHES = "watches are complete, in order and alike";
  private static final String OBSERVERS = "observers see every leader in order";

  private final TamperedHistory history = new TamperedHistory(3);

  private Entry.ClientWatched shown(long revision) {
    return history.entry(
        Entry.ClientWatched.class,
        seen -> seen.shard() == 0 && seen.event().revision() == revision);
  }

  @Test
  void eventThatTheClientLeavesOutIsFound() {
    Entry.ClientWatched left = shown(50);

    history.remove(left::equals);

    assertThat(history.broken()).containsExactly(WATCHES);
  }

  @Test
  void eventThatTheClientRepeatsIsFound() {
    Entry.ClientWatched repeated = shown(50);

    history.add(
        new Entry.ClientWatched(repeated.watch(), 0, repeated.event(), shown(60).nanos() + 1));

    assertThat(history.broken()).containsExactly(WATCHES);
  }

  @Test
  void eventThatIsAnotherOneAtTheClientIsFound() {
    Entry.ClientWatched seen = shown(50);

    history.replace(
        seen, TamperedHistory.showing(seen, TamperedHistory.valued(seen.event(), "another")));

    assertThat(history.broken()).containsExactly(WATCHES);
  }

  @Test
  void clientThatDoesNotShowTheEndIsFound() {
    history.remove(
        entry ->
            entry instanceof Entry.ClientWatched seen
                && seen.shard() == 0
                && seen.event().revision() > 50);

    assertThat(history.broken()).containsExactly(WATCHES);
  }

  // ------------------------------------------------------------------------------------ observers

  /** When nothing excuses an observer any more that was not told of somebody. */
  private static final long SETTLED = TinyWorld.CALM + TimeUnit.SECONDS.toNanos(9) + 1;

  private List<Entry.Observed> leaders() {
    return leaders(history, 0);
  }

  private static List<Entry.Observed> leaders(TamperedHistory world, long fromNanos) {
    return world
        .all(Entry.Observed.class)
        .filter(told -> told.shard() == 0 && told.token() != 0 && told.nanos() > fromNanos)
        .toList();
  }

  /** Nobody tells of it. */
  private static void skipLeader(TamperedHistory world, long skipped) {
    world.remove(
        entry ->
            entry instanceof Entry.Observed told && told.shard() == 0 && told.token() == skipped);
  }

  private static List<Long> tokens(TamperedHistory world, long fromNanos) {
    return leaders(world, fromNanos).stream().map(Entry.Observed::token).distinct().toList();
  }

  @Test
  void leaderThatIsLeftOutIsFound() {
    int seed = 1;
    while (tokens(new TamperedHistory(seed), SETTLED).size() < 3) {
      seed++;
    }
    TamperedHistory world = new TamperedHistory(seed);

    skipLeader(world, tokens(world, SETTLED).get(1));

    assertThat(world.broken()).containsExactly(OBSERVERS);
  }

  @Test
  void leaderMayBeLeftOutWhileSomethingIsWrong() {
    skipLeader(history, tokens(history, TinyWorld.START + TimeUnit.SECONDS.toNanos(5)).get(0));

    assertThat(history.broken()).isEmpty();
    assertThat(new ObservedLeaders().check(history.past()).leftOut()).isEqualTo(1);
  }

  @Test
  void leaderThatIsToldOfAgainIsFound() {
    Entry.Observed old = leaders().get(2);
    Entry.Observed last = leaders().get(9);

    history.add(
        new Entry.Observed(
            old.observer(), 0, old.key(), old.token(), old.value(), last.nanos() + 1));

    assertThat(history.broken()).containsExactly(OBSERVERS);
  }

  @Test
  void proclamationThatNobodyMadeIsFound() {
    Entry.Observed told = leaders().get(5);

    history.replace(
        told,
        new Entry.Observed(told.observer(), 0, told.key(), told.token(), "none", told.nanos()));

    assertThat(history.broken()).containsExactly(OBSERVERS);
  }

  @Test
  void observerThatHearsNothingAnyMoreIsFound() {
    long last = leaders().get(5).nanos();

    history.remove(
        entry -> entry instanceof Entry.Observed told && told.shard() == 0 && told.nanos() > last);

    assertThat(history.broken()).containsExactly(OBSERVERS);
  }

  @Test
  void vacancyWhileSomebodyLeadsIsFound() {
    HistoryBuilder story = new HistoryBuilder();
    long token = story.acquired("ann", HistoryBuilder.exclusive("/a"));
    story.add(new Entry.Observed("client", 0, "/a", token, "", story.step()));
    story.add(new Entry.Observed("client", 0, "/a", 0, "", story.step())).read();

    assertThat(story.broken()).containsExactly(OBSERVERS);
  }
}
