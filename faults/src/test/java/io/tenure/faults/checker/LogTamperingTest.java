package io.tenure.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.LogEvent.Kind;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.history.Wanted.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What can be wrong with the log, whatever clients were told. */
class LogTamperingTest {
  private final TamperedHistory history = new TamperedHistory(1);

  private static boolean is(LogEvent event, Kind kind, Mode mode) {
    return event.kind() == kind
        && event.targets().size() == 1
        && event.targets().get(0).mode() == mode
        && !event.targets().get(0).subtree();
  }

  private static boolean isForAnother(LogEvent one, LogEvent other) {
    return one.targets().equals(other.targets()) && one.session() != other.session();
  }

  private static Wanted in(LogEvent event, Mode mode) {
    return new Wanted(event.targets().get(0).key(), mode, false, 0);
  }

  private static boolean isHeld(LockModel model, LogEvent event, Wanted target) {
    return !model.holdersAgainst(TamperedHistory.claim(event, target)).isEmpty();
  }

  // ---------------------------------------------------------------------------- mutual exclusion

  @Test
  void grantAheadOfTheReleaseIsFound() {
    LogEvent release =
        history.spot(
            (model, event, next) ->
                is(event, Kind.RELEASED, Mode.EXCLUSIVE)
                    && next.kind() == Kind.GRANTED
                    && isForAnother(event, next));
    LogEvent grant = history.after(release);

    history.rewrite(release, event -> TamperedHistory.at(grant, release.revision()));
    history.rewrite(grant, event -> TamperedHistory.at(release, grant.revision()));

    assertThat(history.broken()).contains("mutual exclusion");
  }

  @Test
  void writerAmongReadersIsFound() {
    LogEvent reader =
        history.spot(
            (model, event, next) ->
                is(event, Kind.GRANTED, Mode.SHARED)
                    && isHeld(model, event, in(event, Mode.EXCLUSIVE)));

    history.rewrite(reader, event -> TamperedHistory.about(event, in(event, Mode.EXCLUSIVE)));

    assertThat(history.broken()).contains("mutual exclusion");
  }

  @Test
  void semaphoreWithFewerPermitsThanHoldersIsFound() {
    history.rewriteAll(
        event ->
            event.targets().get(0).mode() == Mode.SEMAPHORE
                ? TamperedHistory.about(
                    event, new Wanted(event.targets().get(0).key(), Mode.SEMAPHORE, false, 1))
                : event);

    assertThat(history.broken()).contains("mutual exclusion");
  }

  @Test
  void subtreeAboveAnothersKeyIsFound() {
    Wanted tree = new Wanted("/s0/t", Mode.EXCLUSIVE, true, 0);
    LogEvent leaf =
        history.spot(
            (model, event, next) ->
                is(event, Kind.GRANTED, Mode.EXCLUSIVE)
                    && event.targets().get(0).key().startsWith("/s0/t/")
                    && isHeld(model, event, tree));

    history.rewrite(leaf, event -> TamperedHistory.about(event, tree));

    assertThat(history.broken()).contains("mutual exclusion");
  }

  @Test
  void oneOfSeveralKeysThatAnotherHoldsIsFound() {
    Wanted wanted = new Wanted("/s0/x/1", Mode.EXCLUSIVE, false, 0);
    LogEvent other =
        history.spot(
            (model, event, next) ->
                is(event, Kind.GRANTED, Mode.SHARED) && isHeld(model, event, wanted));

    history.rewrite(other, event -> TamperedHistory.about(event, event.targets().get(0), wanted));

    assertThat(history.broken()).contains("mutual exclusion");
  }

  // ------------------------------------------------------------------------------------ fairness

  @Test
  void secondInLineThatIsGrantedFirstIsFound() {
    List<LogEvent> log = history.log();
    LogEvent first =
        history.spot(
            (model, event, next) ->
                event.cause().equals("WAITED") && !behind(model, log, event).isEmpty());
    LogEvent second =
        history.spot(
            (model, event, next) ->
                event.revision() > first.revision()
                    && event.cause().equals("WAITED")
                    && isForAnother(event, first));

    history.rewrite(first, event -> TamperedHistory.at(second, first.revision()));
    history.rewrite(second, event -> TamperedHistory.at(first, second.revision()));

    assertThat(history.broken()).contains("nobody is overtaken");
  }

  /** Those who wait for the same when the event happens, and are granted it as the next ones. */
  private static List<LogEvent> behind(LockModel model, List<LogEvent> log, LogEvent event) {
    return log.stream()
        .filter(other -> other.revision() > event.revision() && other.cause().equals("WAITED"))
        .filter(other -> isForAnother(other, event))
        .limit(1)
        .filter(other -> model.waiting(other) != null)
        .toList();
  }

  @Test
  void readerThatDoesNotWaitBehindTheWriterIsFound() {
    TamperedHistory.Spot behindWriter =
        (model, event, next) ->
            is(event, Kind.QUEUED, Mode.SHARED) && !isHeld(model, event, in(event, Mode.SHARED));
    TamperedHistory some = TamperedHistory.with(each -> each.find(behindWriter).isPresent());

    some.rewrite(
        some.spot(behindWriter), event -> TamperedHistory.as(event, Kind.GRANTED, "ASKED"));

    assertThat(some.broken()).contains("nobody is overtaken");
  }

  // --------------------------------------------------------------------------------- a lawful log

  @Test
  void endOfWhatIsNotHeldIsFound() {
    LogEvent release = history.spot((model, event, next) -> event.kind() == Kind.RELEASED);

    history.rewrite(
        release, event -> TamperedHistory.of(event, event.owner(), 2 * event.revision()));

    assertThat(history.broken()).contains("the log follows the sequential model");
  }

  @Test
  void requestThatWaitsForNobodyIsFound() {
    LogEvent asked = history.spot((model, event, next) -> event.cause().equals("ASKED"));

    history.rewrite(asked, event -> TamperedHistory.as(event, Kind.QUEUED, ""));

    assertThat(history.broken()).contains("the log follows the sequential model");
  }

  @Test
  void waitingRequestThatIsForgottenIsFound() {
    LogEvent granted = history.spot((model, event, next) -> event.cause().equals("WAITED"));
    LogEvent other =
        history.spot(
            (model, event, next) ->
                event.kind() == Kind.VALUE_CHANGED && event.revision() > granted.revision());

    // Something else happens, again, instead of the grant.
    history.rewrite(granted, event -> TamperedHistory.at(other, granted.revision()));

    assertThat(history.broken()).contains("the log follows the sequential model");
  }

  @Test
  void valueThatIsAnotherOneInTheEndIsFound() {
    LogEvent changed = history.spot((model, event, next) -> event.kind() == Kind.VALUE_CHANGED);

    history.rewriteAll(
        event ->
            event.kind() == Kind.RELEASED && event.token() == changed.token()
                ? TamperedHistory.valued(event, "of old")
                : event);

    assertThat(history.broken()).containsExactly("the log follows the sequential model");
  }

  @Test
  void requestThatIsGrantedTwiceIsFound() {
    LogEvent first = history.spot((model, event, next) -> event.cause().equals("ASKED"));
    LogEvent second =
        history.spot(
            (model, event, next) ->
                event.cause().equals("ASKED")
                    && event.revision() > first.revision()
                    && event.session() == first.session());

    history.rewrite(second, event -> TamperedHistory.asked(event, first.request()));

    assertThat(history.broken()).containsExactly("the log follows the sequential model");
  }

  // -------------------------------------------------------------------------------------- tokens

  @Test
  void tokenThatIsNotTheRevisionIsFound() {
    LogEvent grant = history.spot((model, event, next) -> event.kind() == Kind.GRANTED);

    history.rewrite(grant, event -> TamperedHistory.of(event, event.owner(), event.revision() + 1));

    assertThat(history.broken()).contains("tokens only grow");
  }

  @Test
  void tokenThatWasThereBeforeIsFound() {
    LogEvent first = history.spot((model, event, next) -> event.kind() == Kind.GRANTED);
    LogEvent second =
        history.spot(
            (model, event, next) -> event.kind() == Kind.GRANTED && isForAnother(event, first));

    history.rewrite(second, event -> TamperedHistory.of(event, event.owner(), first.token()));

    assertThat(history.broken()).contains("tokens only grow");
  }

  // ------------------------------------------------------------------------------------- watches

  private Entry.Watched shown(int number) {
    return history.entry(
        Entry.Watched.class,
        seen -> seen.watch().equals("w0") && seen.event().revision() == number);
  }

  @Test
  void eventThatOneWatchDoesNotShowIsFound() {
    Entry.Watched shown = shown(50);

    history.remove(shown::equals);

    assertThat(history.broken()).containsExactly("watches are complete, in order and alike");
  }

  @Test
  void eventThatOneWatchShowsTwiceIsFound() {
    history.add(shown(50));

    assertThat(history.broken()).containsExactly("watches are complete, in order and alike");
  }

  @Test
  void eventThatOneWatchShowsOtherwiseIsFound() {
    Entry.Watched shown = shown(50);

    history.replace(
        shown, TamperedHistory.showing(shown, TamperedHistory.valued(shown.event(), "other")));

    assertThat(history.broken()).containsExactly("watches are complete, in order and alike");
  }

  @Test
  void eventsThatOneWatchShowsInAnotherOrderAreFound() {
    Entry.Watched one = shown(50);
    Entry.Watched other = shown(51);

    history.replace(one, TamperedHistory.showing(one, other.event()));
    history.replace(other, TamperedHistory.showing(other, one.event()));

    assertThat(history.broken()).contains("watches are complete, in order and alike");
  }

  @Test
  void watchThatIsToldOfMoreThanItWasShownIsFound() {
    Entry.WatchProgress told = history.entry(Entry.WatchProgress.class, each -> true);

    history.replace(
        told,
        new Entry.WatchProgress(told.watch(), told.shard(), told.revision() + 1, told.nanos()));

    assertThat(history.broken()).containsExactly("watches are complete, in order and alike");
  }

  @Test
  void watchThatStopsIsFound() {
    long last = history.log().size();

    history.remove(
        entry ->
            entry instanceof Entry.Watched seen
                && seen.watch().equals("w0")
                && seen.shard() == 0
                && seen.event().revision() == last);

    assertThat(history.broken()).containsExactly("watches are complete, in order and alike");
  }
}
