package io.tenure.faults.checker;

import static io.tenure.faults.checker.HistoryBuilder.MILLI;
import static io.tenure.faults.checker.HistoryBuilder.exclusive;
import static io.tenure.faults.checker.HistoryBuilder.session;
import static io.tenure.faults.checker.HistoryBuilder.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.safety.ClientKnowsFirst;
import io.tenure.faults.checker.safety.Fencing;
import io.tenure.faults.checker.safety.NoEarlyExpiry;
import io.tenure.faults.checker.safety.NoOverlap;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Wanted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When sessions expired, when clients were told of it, and what they used, case by case. */
class SmallHistoryTest {
  private static final Wanted KEY = exclusive("/a");

  private final HistoryBuilder story = new HistoryBuilder();

  private List<Violation> check(Promise promise) {
    return TamperedHistory.verdict(story.entries(), promise).violations();
  }

  // ------------------------------------------------------------------------------- early expiry

  /** A keep-alive of ann's session with a TTL of a second, and its expiry, seen so much later. */
  private void expiresAfter(long nanos, long acknowledgedAfter) {
    long token = story.granted("ann", KEY);
    long sent = story.now();
    story.add(new Entry.Kept("ann", 0, session("ann"), 1_000, sent, sent + acknowledgedAfter));
    while (story.now() + MILLI < sent + nanos) {
      story.step();
    }
    story.ended(token, "SESSION_EXPIRED");
    assertThat(story.now()).isEqualTo(sent + nanos);
  }

  @Test
  void sessionMayExpireWhenItsTtlIsOver() {
    expiresAfter(1_000 * MILLI, MILLI);

    assertThat(check(new NoEarlyExpiry())).isEmpty();
  }

  @Test
  void sessionMustNotExpireBeforeItsTtlIsOver() {
    expiresAfter(999 * MILLI, MILLI);

    assertThat(check(new NoEarlyExpiry())).hasSize(1);
  }

  @Test
  void keepAliveThatWasUnderWayIsNoPromiseYet() {
    expiresAfter(999 * MILLI, 999 * MILLI);

    assertThat(check(new NoEarlyExpiry())).isEmpty();
  }

  /**
   * A keep-alive of ann's session, with a TTL of a second, and none for the next, so much later.
   */
  private void refusedAfter(long nanos) {
    long sent = story.now();
    story.add(new Entry.Kept("ann", 0, session("ann"), 1_000, sent, sent + MILLI));
    story.add(new Entry.KeepRefused("ann", 0, session("ann"), sent + nanos - MILLI, sent + nanos));
  }

  @Test
  void sessionWithoutHoldsMayBeGoneWhenItsTtlIsOver() {
    refusedAfter(1_000 * MILLI);

    Verdict verdict = TamperedHistory.verdict(story.entries(), new NoEarlyExpiry());

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.checked()).isEqualTo(1);
  }

  @Test
  void sessionWithoutHoldsMustNotBeGoneBeforeItsTtlIsOver() {
    refusedAfter(999 * MILLI);

    assertThat(check(new NoEarlyExpiry())).hasSize(1);
  }

  @Test
  void sessionThatWasSaidToBeGoneMustNotBeKept() {
    refusedAfter(1_000 * MILLI);
    long sent = story.now() + 1_001 * MILLI;
    story.add(new Entry.Kept("ann", 0, session("ann"), 1_000, sent, sent + MILLI));

    assertThat(check(new NoEarlyExpiry())).hasSize(1);
  }

  @Test
  void sessionThatItsClientHasClosedMayBeGone() {
    long op = story.invoked("ann", HistoryBuilder.on(Operation.Kind.CLOSE_SESSION, "ann", 0));
    story.returned(op, HistoryBuilder.ok(0));
    refusedAfter(10 * MILLI);

    assertThat(check(new NoEarlyExpiry())).isEmpty();
  }

  // -------------------------------------------------------------------------------- who knows
  // first

  private void expiresAndGoesToBob(boolean toldBefore) {
    long ann = story.acquired("ann", KEY);
    if (toldBefore) {
      story.lost("ann", ann);
    }
    story.ended(ann, "SESSION_EXPIRED");
    story.acquired("bob", KEY);
    if (!toldBefore) {
      story.lost("ann", ann);
    }
  }

  @Test
  void whoIsToldBeforeTheNextGrantKnowsFirst() {
    expiresAndGoesToBob(true);

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoIsToldAfterTheNextGrantDoesNot() {
    expiresAndGoesToBob(false);

    assertThat(story.broken()).containsExactly("the client knows first");
  }

  @Test
  void whoStoodStillCannotKnow() {
    story.add(new Entry.Paused("ann", story.now() + 4 * MILLI, Long.MAX_VALUE));

    expiresAndGoesToBob(false);

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoWasKilledSoonAfterMayHaveTakenTheNewsWithIt() {
    long ann = story.acquired("ann", KEY);
    story.ended(ann, "SESSION_EXPIRED");
    story.acquired("bob", KEY);
    assertThat(story.broken()).containsExactly("the client knows first");

    story.killed("ann");

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoLetGoByItselfProvesNothing() {
    long ann = story.acquired("ann", KEY);
    story.add(new Entry.Lost("ann", 0, ann, ClientKnowsFirst.ABANDONED, story.step()));
    story.ended(ann, "SESSION_EXPIRED");
    story.acquired("bob", KEY);

    Verdict verdict = TamperedHistory.verdict(story.entries(), new ClientKnowsFirst());

    assertThat(verdict.checked()).isZero();
    assertThat(verdict.leftOut()).isEqualTo(1);
  }

  @Test
  void whoStoodStillBeforeItWasSureHasNoExcuse() {
    long ann = story.acquired("ann", KEY);
    story.add(new Entry.Paused("ann", story.step(), story.step()));
    long now = story.step();
    story.add(new Entry.Sure("ann", 0, ann, now + MILLI, now));
    story.step();
    story.ended(ann, "SESSION_EXPIRED");
    story.acquired("bob", KEY);

    assertThat(story.broken()).containsExactly("the client knows first");
  }

  @Test
  void whoWasKeptFromRunningMayBeLateByAsMuch() {
    long now = story.now();
    story.add(new Entry.Starved("ann", now + 4 * MILLI, now + 7 * MILLI));

    expiresAndGoesToBob(false);

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void whoWasKeptFromRunningMustNotBeLaterThanThat() {
    long now = story.now();
    story.add(new Entry.Starved("ann", now + 4 * MILLI, now + 5 * MILLI));

    expiresAndGoesToBob(false);

    assertThat(story.broken()).containsExactly("the client knows first");
  }

  @Test
  void whatNobodyElseGetsNeedNotBeTold() {
    long ann = story.acquired("ann", shared("/a"));
    story.ended(ann, "SESSION_EXPIRED");
    story.acquired("bob", shared("/a"));

    assertThat(story.broken()).isEmpty();
  }

  // --------------------------------------------------------------------------------- at a resource

  private void annStillUsesWhatBobUses(String cause, boolean told) {
    long ann = story.granted("ann", KEY);
    story.used("ann", KEY, ann, 100 * MILLI);
    if (told) {
      story.lost("ann", ann);
    }
    story.ended(ann, cause);
    story.used("bob", KEY, story.granted("bob", KEY), MILLI);
  }

  @Test
  void twoAtAResourceAreFound() {
    annStillUsesWhatBobUses("SESSION_EXPIRED", false);

    assertThat(check(new NoOverlap())).hasSize(1);
  }

  @Test
  void whoWasToldMayStillBeUnderWay() {
    annStillUsesWhatBobUses("SESSION_EXPIRED", true);

    assertThat(check(new NoOverlap())).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new NoOverlap()).leftOut()).isEqualTo(1);
  }

  @Test
  void whoWasThrownOutCannotKnow() {
    annStillUsesWhatBobUses("REVOKED", false);

    assertThat(check(new NoOverlap())).isEmpty();
  }

  @Test
  void whoStoodStillShortlyBeforeCannotKnowEither() {
    story.add(new Entry.Paused("ann", 0, story.now()));

    annStillUsesWhatBobUses("SESSION_EXPIRED", false);

    assertThat(check(new NoOverlap())).isEmpty();
  }

  @Test
  void readersMayMeet() {
    Wanted key = shared("/a");
    story.used("ann", key, story.granted("ann", key), 100 * MILLI);
    story.used("bob", key, story.granted("bob", key), MILLI);

    assertThat(check(new NoOverlap())).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new NoOverlap()).leftOut()).isZero();
  }

  // --------------------------------------------------------------------------- at a fenced one

  private void refusedAtTheFence(String name, long token) {
    long nanos = story.step();
    story.add(new Entry.Accessed(KEY.key(), true, name, token, nanos, nanos, false));
    story.read();
  }

  @Test
  void newestHolderThatIsRefusedIsFound() {
    long ann = story.acquired("ann", KEY);
    story.released("ann", ann);
    refusedAtTheFence("bob", story.acquired("bob", KEY));

    assertThat(story.broken()).containsExactly("fenced resources let no stale token in");
  }

  @Test
  void holderWithASuccessorMayBeRefused() {
    long ann = story.acquired("ann", KEY);
    story.lost("ann", ann).ended(ann, "SESSION_EXPIRED").acquired("bob", KEY);
    refusedAtTheFence("ann", ann);

    assertThat(story.broken()).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new Fencing()).checked()).isEqualTo(1);
  }

  @Test
  void successorThatAskedOnlyAfterwardsIsNoReasonToRefuse() {
    long ann = story.acquired("ann", KEY);
    refusedAtTheFence("ann", ann);
    story.released("ann", ann).acquired("bob", KEY);

    assertThat(story.broken()).containsExactly("fenced resources let no stale token in");
  }

  @Test
  void refusalOfWhatTheLogDoesNotKnowIsLeftOut() {
    long ann = story.acquired("ann", KEY);
    refusedAtTheFence("ann", ann + 7);

    assertThat(story.broken()).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new Fencing()).leftOut()).isEqualTo(1);
  }
}
