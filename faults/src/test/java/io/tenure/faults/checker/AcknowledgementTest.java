package io.tenure.faults.checker;

import static io.tenure.faults.checker.HistoryBuilder.exclusive;
import static io.tenure.faults.checker.HistoryBuilder.notDone;
import static io.tenure.faults.checker.HistoryBuilder.ok;
import static io.tenure.faults.checker.HistoryBuilder.shared;
import static io.tenure.faults.checker.HistoryBuilder.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.safety.GrantsStand;
import io.tenure.faults.checker.safety.MutualExclusion;
import io.tenure.faults.checker.safety.RefusalsHaveReason;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Operation.Kind;
import io.tenure.faults.history.Result;
import io.tenure.faults.history.Wanted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What clients were told of what they asked for, case by case. */
class AcknowledgementTest {
  private static final Wanted KEY = exclusive("/a");

  private final HistoryBuilder story = new HistoryBuilder();

  @Test
  void grantThatIsGivenBackMayBeRefused() {
    long op = story.invoked("ann", HistoryBuilder.acquire("ann", KEY));
    story.ended(story.granted("ann", KEY), "BY_WITHDRAWAL");
    story.returned(op, notDone()).read();

    assertThat(story.broken()).isEmpty();
  }

  private void refused(String name, Wanted... targets) {
    long op = story.invoked(name, HistoryBuilder.acquire(name, targets));
    story.returned(op, new Result(Result.Kind.REFUSED, 0, 0, "busy"));
  }

  @Test
  void whoIsRefusedThoughNobodyWasInItsWayIsFound() {
    long token = story.acquired("ann", KEY);
    story.released("ann", token).read();
    refused("bob", KEY);
    story.read();

    assertThat(story.broken()).containsExactly("refusals have a reason");
  }

  @Test
  void whoIsRefusedWhatAnotherHoldsOrWaitsForHasToTakeIt() {
    long token = story.acquired("ann", shared("/a"));
    story.queued("cem", KEY);
    refused("bob", shared("/a"));
    story.lost("ann", token).ended(token, "SESSION_EXPIRED").grantedAtLast("cem");
    refused("bob", shared("/a"));
    story.read();

    assertThat(story.broken()).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new RefusalsHaveReason()).checked())
        .isEqualTo(2);
  }

  @Test
  void whatWasGivenBackMeanwhileMayHaveBeenInTheWay() {
    long token = story.acquired("ann", KEY);
    long op = story.invoked("bob", HistoryBuilder.acquire("bob", KEY));
    story.released("ann", token);
    story.returned(op, new Result(Result.Kind.REFUSED, 0, 0, "busy")).read();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void unknownGrantMayBeToldOfLater() {
    long first = story.invoked("ann", HistoryBuilder.acquire("ann", KEY));
    long token = story.granted("ann", KEY);
    story.returned(first, unknown());
    long second = story.invoked("ann", HistoryBuilder.acquire("ann", KEY));
    story.returned(second, ok(token)).read();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void grantThatWasThereBeforeAnybodyAskedIsFound() {
    long token = story.granted("ann", KEY);
    long op = story.invoked("ann", HistoryBuilder.acquire("ann", KEY));
    story.returned(op, ok(token));

    assertThat(story.broken()).containsExactly("real time order (linearizability)");
  }

  @Test
  void whatAKilledClientDidLastIsNotToldByIt() {
    long token = story.acquired("ann", KEY);
    story.ended(token, "BY_RELEASE");
    assertThat(story.broken()).containsExactly("acknowledged grants last");

    story.add(new Entry.Paused("ann", story.step(), Long.MAX_VALUE));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void grantAfterTheEndOfTheLogIsLeftOut() {
    story.acquired("ann", KEY);
    long op = story.invoked("bob", HistoryBuilder.acquire("bob", exclusive("/b")));
    story.returned(op, ok(2));

    assertThat(story.broken()).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new GrantsStand()).leftOut()).isEqualTo(1);
  }

  @Test
  void releaseIsLookedForOnlyInWhatIsKnown() {
    long token = story.acquired("ann", KEY);
    long op = story.invoked("ann", HistoryBuilder.on(Kind.RELEASE, "ann", token));
    story.returned(op, ok(0));
    assertThat(story.broken()).isEmpty();

    story.acquired("bob", exclusive("/b"));

    assertThat(story.broken()).containsExactly("acknowledged releases last");
  }

  @Test
  void releaseOfWhatIsLostSaysNothing() {
    long token = story.acquired("ann", KEY);
    story.lost("ann", token);
    long op = story.invoked("ann", HistoryBuilder.on(Kind.RELEASE, "ann", token));
    story.returned(op, ok(0)).read();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void sessionOfAClientThatDoesNotKnowItsNumberIsFoundByAToken() {
    long token = story.acquired("ann", KEY);
    Operation close = new Operation(Kind.CLOSE_SESSION, 0, 0, "", List.of(), token, "", 0);
    story.returned(story.invoked("ann", close), ok(0)).read();

    assertThat(story.broken()).containsExactly("acknowledged releases last");
  }

  @Test
  void grantBeyondTheEndOfTheLogIsFound() {
    story.acquired("ann", KEY);
    long op = story.invoked("bob", HistoryBuilder.acquire("bob", exclusive("/b")));
    story.returned(op, ok(2)).read();

    assertThat(story.broken()).containsExactly("acknowledged grants last");
  }

  @Test
  void endAfterWhatWasAskedForLaterThanItWasToldIsFound() {
    long token = story.acquired("ann", KEY);
    long op = story.invoked("ann", HistoryBuilder.on(Kind.CLOSE_SESSION, "ann", 0));
    story.returned(op, ok(0));
    story.acquired("bob", exclusive("/b"));
    story.ended(token, "SESSION_CLOSED").read();

    assertThat(story.broken()).containsExactly("acknowledged releases last");
  }

  @Test
  void closingALostSessionSaysNothing() {
    long token = story.acquired("ann", KEY);
    story.lost("ann", token);
    long op = story.invoked("ann", HistoryBuilder.on(Kind.CLOSE_SESSION, "ann", 0));
    story.returned(op, ok(0));
    story.acquired("bob", exclusive("/b"));
    story.ended(token, "SESSION_EXPIRED").read();

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void readThatIsBehindAReleaseThatWasToldIsFound() {
    long token = story.acquired("ann", KEY);
    story.released("ann", token);
    long nanos = story.step();
    story.add(new Entry.RevisionRead(0, token, nanos, story.step()));

    assertThat(story.broken())
        .containsExactly("acknowledged releases last", "real time order (linearizability)");
  }

  @Test
  void endBeforeWhatWasAskedForLaterIsAsItShouldBe() {
    long token = story.acquired("ann", KEY);
    story.released("ann", token);
    story.read().acquired("bob", KEY);

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void valueThatIsSetMoreOftenThanAskedForIsFound() {
    long token = story.acquired("ann", KEY);
    story.toldToBeSet("ann", token, "v").changed(token, "v").read();
    assertThat(story.broken()).isEmpty();

    story.changed(token, "v").read();

    assertThat(story.broken()).containsExactly("acknowledged values last");
  }

  @Test
  void onlyTheFirstOfManyViolationsAreShown() {
    for (int i = 0; i < 2 * Findings.MAX_SHOWN; i++) {
      story.granted("owner" + i, KEY);
    }

    Verdict verdict = TamperedHistory.verdict(story.entries(), new MutualExclusion());

    assertThat(verdict.violated()).isEqualTo(2 * Findings.MAX_SHOWN - 1);
    assertThat(verdict.violations()).hasSize(Findings.MAX_SHOWN);
    assertThat(verdict.isKept()).isFalse();
  }
}
