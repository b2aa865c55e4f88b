package io.tenure.faults.checker;

import static io.tenure.faults.checker.HistoryBuilder.exclusive;
import static io.tenure.faults.checker.HistoryBuilder.permit;
import static io.tenure.faults.checker.HistoryBuilder.shared;
import static io.tenure.faults.checker.HistoryBuilder.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.safety.Fairness;
import io.tenure.faults.checker.safety.LogConsistency;
import io.tenure.faults.checker.safety.MutualExclusion;
import io.tenure.faults.checker.safety.WatchStreams;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.Wanted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the lock rules allow, and what they do not. */
class LockRulesTest {
  private final HistoryBuilder story = new HistoryBuilder();

  private List<Violation> check(Promise promise) {
    return TamperedHistory.verdict(story.entries(), promise).violations();
  }

  @Test
  void twoHoldersOfAKeyAreShownWithTheirGrants() {
    story.granted("ann", exclusive("/a"));
    story.granted("bob", exclusive("/b"));
    story.granted("cem", exclusive("/a"));

    List<Violation> violations = check(new MutualExclusion());

    assertThat(violations).hasSize(1);
    assertThat(violations.get(0).message()).contains("token 3").contains("ann");
    assertThat(violations.get(0).entries())
        .extracting(entry -> ((Entry.Watched) entry).event().revision())
        .containsExactly(1L, 3L);
  }

  @Test
  void anOwnerIsNeverInItsOwnWay() {
    story.granted("ann", tree("/a"));
    story.granted("ann", exclusive("/a/b"));
    story.granted("ann", shared("/a"));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whatIsCoveredNeedsNoPlaceInLine() {
    story.granted("ann", tree("/a"));
    story.queued("bob", exclusive("/a/b"));
    story.granted("ann", exclusive("/a/b"));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void keysThatOnlyBeginAlikeDoNotMeet() {
    story.granted("ann", tree("/a/b"));
    story.granted("bob", exclusive("/a/bc"));
    story.granted("cem", exclusive("/a"));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void subtreeIsInTheWayOfWhatIsAboveItAndBelowIt() {
    story.granted("ann", tree("/a/b"));
    story.granted("bob", exclusive("/a/b/c/d"));
    story.granted("cem", tree("/a"));

    // Bob against ann; cem against both.
    assertThat(check(new MutualExclusion())).hasSize(2);
  }

  @Test
  void permitsAreCountedByOwner() {
    Wanted permit = permit("/p", 2);
    story.granted("ann", permit);
    story.granted("bob", permit);
    story.granted("ann", permit);
    assertThat(check(new MutualExclusion())).isEmpty();

    story.granted("cem", permit);

    assertThat(check(new MutualExclusion())).hasSize(1);
  }

  @Test
  void semaphoresOfOtherSizesAreNotTheSame() {
    story.granted("ann", permit("/p", 2));
    story.granted("bob", permit("/p", 3));

    assertThat(story.broken()).contains("mutual exclusion");
  }

  @Test
  void thoseWhoWaitForAPermitAreNotOvertaken() {
    Wanted permit = permit("/p", 2);
    long ann = story.granted("ann", permit);
    story.granted("bob", permit);
    story.queued("cem", permit).queued("dan", permit).ended(ann, "BY_RELEASE");

    story.grantedAtLast("dan");

    assertThat(check(new MutualExclusion())).isEmpty();
    assertThat(check(new Fairness())).hasSize(1);
  }

  @Test
  void whoWasAbsentTakesItsPlaceAgain() {
    long ann = story.granted("ann", exclusive("/a"));
    story.queued("bob", exclusive("/a")).queued("cem", exclusive("/a")).absent("bob").back("bob");
    story.ended(ann, "BY_RELEASE");
    story.ended(story.grantedAtLast("bob"), "BY_RELEASE");
    story.grantedAtLast("cem");

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoIsBackIsNotOvertaken() {
    long ann = story.granted("ann", exclusive("/a"));
    story.queued("bob", exclusive("/a")).queued("cem", exclusive("/a")).absent("bob").back("bob");
    story.ended(ann, "BY_RELEASE");

    story.grantedAtLast("cem");

    assertThat(check(new Fairness())).hasSize(1);
  }

  @Test
  void whoWasAbsentIsGrantedWhatIsFreeAtItsPlace() {
    long ann = story.granted("ann", exclusive("/a"));
    story.granted("dan", exclusive("/b"));
    story.queued("bob", exclusive("/a")).queued("cem", exclusive("/a"), exclusive("/b"));
    story.absent("bob").ended(ann, "BY_RELEASE");

    story.grantedWhenBack("bob");

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoWasNotAbsentIsNotBack() {
    story.granted("ann", exclusive("/a"));
    story.backFromNowhere("bob", exclusive("/a"));

    assertThat(check(new LogConsistency())).hasSize(1);
  }

  @Test
  void anUpgradeMayGoAheadOfTheQueue() {
    long ann = story.granted("ann", shared("/a"));
    long bob = story.granted("bob", shared("/a"));
    story.queued("cem", exclusive("/a")).queued("ann", exclusive("/a"));
    story.ended(bob, "BY_RELEASE");

    long upgraded = story.upgraded(ann);
    story.ended(upgraded, "BY_RELEASE");
    story.grantedAtLast("cem");

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void anUpgradeAmongOtherReadersIsFound() {
    long ann = story.granted("ann", shared("/a"));
    story.granted("bob", shared("/a"));

    story.upgraded(ann);

    assertThat(story.broken()).containsExactly("mutual exclusion");
  }

  @Test
  void readersMayFollowADowngrade() {
    long ann = story.granted("ann", exclusive("/a"));
    story.queued("bob", shared("/a")).downgraded(ann);
    story.grantedAtLast("bob");

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoseWishIsForgottenIsFoundAsSoonAsSomethingElseHappens() {
    long ann = story.granted("ann", exclusive("/a"));
    story.queued("bob", exclusive("/a")).ended(ann, "BY_RELEASE");
    assertThat(check(new LogConsistency())).isEmpty();

    story.granted("cem", exclusive("/c"));

    assertThat(check(new LogConsistency())).hasSize(1);
  }

  @Test
  void whatWaitsBehindAPossibleUpgradeIsNotForgotten() {
    story.granted("ann", shared("/a"));
    story.granted("bob", shared("/a"));
    story.queued("dan", exclusive("/a")).queued("eva", shared("/a"));
    story.queued("ann", exclusive("/a")).withdrawn("dan");

    story.granted("fay", exclusive("/f"));

    assertThat(check(new LogConsistency())).isEmpty();
  }

  @Test
  void anUpgradeMayHoldSomeOfItsKeysExclusivelyAlready() {
    story.granted("ann", shared("/a"), exclusive("/e"));
    story.granted("bob", shared("/a"));
    story.queued("dan", exclusive("/a")).queued("eva", shared("/a"));
    story.queued("ann", exclusive("/a"), exclusive("/e")).withdrawn("dan");

    story.granted("fay", exclusive("/f"));

    assertThat(check(new LogConsistency())).isEmpty();
  }

  @Test
  void afterAGapNothingIsKnownOfWhatIsHeld() {
    story.granted("ann", exclusive("/a"));
    story.skipTo(10);
    story.add(new Entry.WatchCutOff(HistoryBuilder.WATCH, 0, 10, story.step()));
    story.granted("bob", exclusive("/a"));
    story.queued("cem", exclusive("/b")).ended(10, "BY_RELEASE");

    // But that there is a gap is.
    assertThat(story.broken()).containsExactly("the history makes sense");
  }

  @Test
  void watchThatGoesOnElsewhereThanItWasIsFound() {
    story.granted("ann", exclusive("/a"));
    story.skipTo(10);
    story.add(new Entry.WatchBegan(HistoryBuilder.WATCH, 0, 10, story.step()));
    story.granted("bob", exclusive("/b"));

    assertThat(check(new WatchStreams())).hasSize(1);
  }

  @Test
  void watchThatIsCutOffInACalmIsFound() {
    long second = 1_000_000_000;
    story.granted("ann", exclusive("/a"));
    long from = story.step();
    story.add(new Entry.Calm(from, from + 30 * second));
    story.add(new Entry.WatchCutOff(HistoryBuilder.WATCH, 0, 2, from + second));
    assertThat(check(new WatchStreams())).isEmpty();

    story.add(new Entry.WatchCutOff(HistoryBuilder.WATCH, 0, 2, from + 20 * second));

    assertThat(check(new WatchStreams())).hasSize(1);
  }

  @Test
  void aGapWithoutAReasonIsFound() {
    story.granted("ann", exclusive("/a"));
    story.skipTo(10);
    story.granted("bob", exclusive("/b"));

    assertThat(story.broken())
        .containsExactly("the history makes sense", "watches are complete, in order and alike");
  }

  @Test
  void logWhoseBeginningNobodyHasSeenIsFound() {
    story.skipTo(10);
    story.add(new Entry.WatchCutOff(HistoryBuilder.WATCH, 0, 10, story.step()));
    story.granted("ann", exclusive("/a"));

    assertThat(story.broken()).containsExactly("the history makes sense");
  }

  @Test
  void aRestoreLiftsTheRevision() {
    story.granted("ann", exclusive("/a"));
    story.skipTo((1L << 40) + 1);
    story.granted("bob", exclusive("/a"));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whatMostWatchesShowIsTheLog() {
    story.granted("ann", exclusive("/a"));
    Entry.Watched shown = (Entry.Watched) story.entries().get(1);
    story.add(new Entry.Watched("w2", 0, shown.event(), story.step()));
    story.add(
        new Entry.Watched(
            "w3", 0, TamperedHistory.of(shown.event(), "bob", shown.event().token()), 1));

    OrderedHistory past = new OrderedHistory(History.of(story.entries()));

    assertThat(past.shard(0).log().events().get(0).event()).isEqualTo(shown.event());
    assertThat(story.broken()).containsExactly("watches are complete, in order and alike");
  }
}
