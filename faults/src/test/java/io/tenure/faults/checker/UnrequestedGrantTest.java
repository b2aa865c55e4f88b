package io.tenure.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.safety.WatchStreams;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.history.Wanted.Mode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Grants that nobody has asked for, though all watches show them. */
class UnrequestedGrantTest {
  private static final String PROMISE = "every grant was asked for";
  private static final long END = TinyWorld.START + TinyWorld.LENGTH;

  private final TamperedHistory history = new TamperedHistory(3);

  /** A grant after everything else, of what nobody else wants. */
  private LogEvent another(LogEvent like) {
    long last = history.past().shard(0).log().last();
    return new LogEvent(
        last + 1,
        LogEvent.Kind.GRANTED,
        like.session(),
        like.owner(),
        like.targets(),
        last + 1,
        like.value(),
        1_000_000,
        "ASKED",
        0);
  }

  private void showToAll(LogEvent event) {
    Set<String> watches =
        history.all(Entry.Watched.class).map(Entry.Watched::watch).collect(Collectors.toSet());
    for (String watch : watches) {
      history.add(new Entry.Watched(watch, 0, event, END + 2));
    }
    history.add(new Entry.ClientWatched("client", 0, WatchStreams.asClientsTell(event), END + 2));
  }

  @Test
  void grantThatNobodyAskedForIsFound() {
    Wanted unused = new Wanted("/s0/unused", Mode.EXCLUSIVE, false, 0);
    LogEvent like = TamperedHistory.valued(history.log().get(0), "nobody#1");

    showToAll(another(TamperedHistory.about(like, unused)));

    assertThat(history.broken()).containsExactly(PROMISE);
  }

  @Test
  void acquireThatIsGrantedAgainIsFound() {
    // Nobody holds it in the end, or it would be against mutual exclusion, too.
    Holding over = history.holding(each -> each.end() != null && each.maker() != null);

    showToAll(another(over.grant().event()));

    assertThat(history.broken()).contains(PROMISE);
  }

  /** Whether the client did not learn of it. */
  private static boolean isUntold(Holding holding) {
    return holding.acquires().isEmpty();
  }

  private static TamperedHistory historyWithUntold() {
    return TamperedHistory.with(
        each -> each.past().shard(0).holdings().stream().anyMatch(UnrequestedGrantTest::isUntold));
  }

  @Test
  void grantOfSomethingElseThanWasAskedForIsFound() {
    TamperedHistory some = historyWithUntold();
    LogEvent grant = some.holding(UnrequestedGrantTest::isUntold).grant().event();

    some.rewriteAll(
        event ->
            event.token() == grant.token()
                ? TamperedHistory.about(event, new Wanted("/s0/unused", Mode.EXCLUSIVE, false, 0))
                : event);

    assertThat(some.broken()).contains(PROMISE);
  }

  @Test
  void grantBeforeItWasAskedForIsFoundAlsoIfNobodyWasToldOfIt() {
    TamperedHistory some = historyWithUntold();
    Holding untold = some.holding(UnrequestedGrantTest::isUntold);
    String value = untold.grant().event().value();
    Entry.Invoked asked =
        some.entry(Entry.Invoked.class, each -> each.operation().value().equals(value));

    some.replace(
        asked,
        new Entry.Invoked(
            asked.op(), asked.client(), asked.operation(), untold.grant().nanos() + 1));

    assertThat(some.broken()).contains(PROMISE);
  }

  @Test
  void historyThatLacksAllOfAClientIsFound() {
    List<Long> ops =
        history
            .all(Entry.Invoked.class)
            .filter(each -> each.client().equals("c2"))
            .map(Entry.Invoked::op)
            .toList();
    Set<Long> missing = Set.copyOf(ops);

    history.remove(
        entry ->
            (entry instanceof Entry.Invoked invoked && missing.contains(invoked.op()))
                || (entry instanceof Entry.Returned returned && missing.contains(returned.op())));

    assertThat(history.broken()).contains(PROMISE);
  }
}
