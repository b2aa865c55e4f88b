package io.tenure.faults.checker;

import static io.tenure.faults.checker.HistoryBuilder.exclusive;
import static io.tenure.faults.checker.HistoryBuilder.ok;
import static io.tenure.faults.checker.HistoryBuilder.session;
import static io.tenure.faults.checker.HistoryBuilder.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.liveness.Recovery;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Operation.Kind;
import io.tenure.faults.history.Wanted;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What must be so again, and what must be over, when nothing is wrong any more. */
class AfterFaultsTest {
  private static final Wanted KEY = exclusive("/a");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String MARK = "ann#1";

  private final HistoryBuilder story = new HistoryBuilder();

  /** Nothing is wrong, for so long that everything must be well, and then the log is read. */
  private void longCalm() {
    story.calm(LONG).wait(LONG.plusSeconds(5)).read();
  }

  // ------------------------------------------------------------------------------ what is left

  @Test
  void holdOfAKilledClientThatStaysIsFound() {
    story.acquired("ann", KEY);
    story.killed("ann");

    longCalm();

    assertThat(story.broken()).containsExactly("nothing is left behind");
  }

  @Test
  void holdOfAKilledClientMayLastForItsTerm() {
    long token = story.acquired("ann", KEY);
    story.killed("ann").calm(LONG).wait(Duration.ofSeconds(5));
    story.ended(token, "SESSION_EXPIRED").wait(LONG).read();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void holdOfAKilledClientThatEndsTooLateIsFound() {
    long token = story.acquired("ann", KEY);
    story.killed("ann").calm(LONG).wait(Duration.ofSeconds(10));
    story.ended(token, "SESSION_EXPIRED").wait(LONG).read();

    assertThat(story.broken()).containsExactly("nothing is left behind");
  }

  @Test
  void calmThatIsOverSoonSaysNothing() {
    story.acquired("ann", KEY);
    story.killed("ann").calm(Duration.ofSeconds(5)).wait(LONG).read();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void holdThatItsClientHasLostAndThatStaysIsFound() {
    long token = story.acquired("ann", KEY);
    story.lost("ann", token);

    longCalm();

    assertThat(story.broken()).containsExactly("nothing is left behind");
  }

  @Test
  void holdWhoseReleaseNobodyAnsweredMustEndAtSomeTime() {
    long token = story.acquired("ann", KEY);
    story.returned(story.invoked("ann", HistoryBuilder.on(Kind.RELEASE, "ann", token)), unknown());

    longCalm();

    assertThat(story.broken()).containsExactly("nothing is left behind");
  }

  @Test
  void holdThatItsClientKeepsMayStay() {
    story.acquired("ann", KEY);

    longCalm();

    assertThat(story.broken()).isEmpty();
  }

  // ------------------------------------------------------------------------------ what is told

  /** Asks without a limit. */
  private long asked() {
    Operation operation =
        new Operation(Kind.ACQUIRE, 0, session("ann"), "ann", List.of(KEY), 0, MARK, -1);
    return story.invoked("ann", operation);
  }

  private long grantedWithMark() {
    LogEvent event =
        new LogEvent(
            1, LogEvent.Kind.GRANTED, session("ann"), "ann", List.of(KEY), 1, MARK, 1, "ASKED", 0);
    story.skipTo(2).add(new Entry.Watched(HistoryBuilder.WATCH, 0, event, story.step()));
    return event.token();
  }

  @Test
  void grantThatItsClientIsNotToldOfIsFound() {
    asked();
    grantedWithMark();

    longCalm();

    assertThat(story.broken()).containsExactly("progress after faults");
  }

  @Test
  void grantThatItsClientIsToldOfLateIsFound() {
    long op = asked();
    long token = grantedWithMark();
    story.calm(LONG).wait(Duration.ofSeconds(15)).returned(op, ok(token));

    assertThat(story.broken()).containsExactly("progress after faults");
  }

  @Test
  void whoIsGrantedSomethingWhileItStandsStillNeedNotKnow() {
    asked();
    grantedWithMark();
    story.add(new Entry.Paused("ann", story.now(), story.now() + LONG.toNanos()));

    longCalm();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoWaitsMayWait() {
    asked();

    longCalm();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void grantThatNobodyKnowsOfAndThatStaysIsFound() {
    long op = asked();
    grantedWithMark();
    story.returned(op, unknown());

    longCalm();

    assertThat(story.broken()).containsExactly("nothing is left behind");
  }

  // ------------------------------------------------------------------------------- the service

  @Test
  void serviceThatDoesNotComeBackAfterAFaultIsFound() {
    long token = story.acquired("ann", KEY);
    story.released("ann", token).mended().wait(LONG);
    story.acquired("bob", KEY);
    story.calm(Duration.ofSeconds(1));

    assertThat(story.broken()).containsExactly("service after each fault");
  }

  @Test
  void serviceThatComesBackAfterAFaultIsAsItShouldBe() {
    long token = story.acquired("ann", KEY);
    story.released("ann", token).mended().wait(Duration.ofSeconds(3));
    story.acquired("bob", KEY);
    story.calm(Duration.ofSeconds(1));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void historyThatEndsTooSoonDoesNotTellWhetherItComesBack() {
    long token = story.acquired("ann", KEY);
    story.released("ann", token).mended();

    assertThat(story.broken()).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new Recovery(LONG)).leftOut()).isEqualTo(1);
  }
}
