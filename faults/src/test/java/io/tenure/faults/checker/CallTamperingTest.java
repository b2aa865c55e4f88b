package io.tenure.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.LogEvent.Kind;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Where clients were told something else than what is in the log. */
class CallTamperingTest {
  private static final Result OK = new Result(Result.Kind.OK, 0, 0, "");
  private static final Result NOT_DONE = new Result(Result.Kind.NOT_DONE, 0, 0, "");

  private final TamperedHistory history = new TamperedHistory(2);

  /** A hold that was got and given back in the plainest way, with a value set in between. */
  private Holding plainHold() {
    return history.holding(
        holding ->
            holding.acquires().size() == 1
                && holding.releases().size() == 1
                && holding.releases().get(0).isOk()
                && holding.settings().size() == 1
                && holding.settings().get(0).isOk());
  }

  private LogEvent endOf(Holding holding) {
    return Objects.requireNonNull(holding.end()).event();
  }

  // -------------------------------------------------------------------------------------- grants

  @Test
  void grantToSomebodyElseThanWhoWasToldIsFound() {
    LogEvent grant = plainHold().grant().event();

    history.rewrite(grant, event -> TamperedHistory.of(event, "somebody", event.token()));

    assertThat(history.broken()).contains("acknowledged grants last");
  }

  @Test
  void grantThatIsSomethingElseInTheLogIsFound() {
    Holding holding = plainHold();

    history.rewrite(
        holding.grant().event(), event -> TamperedHistory.as(event, Kind.QUEUED, event.cause()));

    assertThat(history.broken()).contains("acknowledged grants last");
  }

  @Test
  void tokenOfAnotherGrantIsFound() {
    Holding holding = plainHold();
    Holding other = history.holding(each -> each.token() > holding.token());

    history.answer(holding.acquires().get(0), new Result(Result.Kind.OK, other.token(), 0, ""));

    assertThat(history.broken()).contains("acknowledged grants last");
  }

  @Test
  void endThatNobodyAskedForIsFound() {
    Holding holding = plainHold();

    history.forget(holding.releases().get(0));

    assertThat(history.broken()).containsExactly("acknowledged grants last");
  }

  @Test
  void grantTakenBackUnaskedIsFound() {
    Holding holding =
        history.holding(each -> each.endedBy("SESSION_EXPIRED") && each.maker() != null);
    history.remove(entry -> entry instanceof Entry.Lost);
    history.remove(entry -> entry instanceof Entry.Paused);
    holding.releases().forEach(history::forget);

    history.rewrite(
        endOf(holding), event -> TamperedHistory.as(event, event.kind(), "BY_WITHDRAWAL"));

    assertThat(history.broken()).contains("acknowledged grants last");
  }

  @Test
  void holdThatIsRevokedThoughNobodyAsksForThatIsFound() {
    Holding holding = plainHold();

    history.rewrite(endOf(holding), event -> TamperedHistory.as(event, event.kind(), "REVOKED"));

    assertThat(history.broken()).containsExactly("acknowledged grants last");
  }

  @Test
  void sessionThatIsClosedThoughNobodyAskedForItIsFound() {
    Holding holding = plainHold();

    history.forget(holding.releases().get(0));
    history.rewrite(
        endOf(holding), event -> TamperedHistory.as(event, event.kind(), "SESSION_CLOSED"));

    assertThat(history.broken()).containsExactly("acknowledged grants last");
  }

  @Test
  void lossThatWasToldOfAfterTheEndDoesNotExplainIt() {
    Holding holding = plainHold();
    String client = holding.acquires().get(0).client();
    long nanos = Objects.requireNonNull(holding.end()).nanos();

    history.forget(holding.releases().get(0));
    history.add(new Entry.Lost(client, 0, holding.token(), "", nanos + 1));

    assertThat(history.broken()).containsExactly("acknowledged grants last");
  }

  // ------------------------------------------------------------------------------------ releases

  @Test
  void releaseThatIsNotInTheLogIsFound() {
    Holding holding = plainHold();

    history.rewrite(endOf(holding), event -> TamperedHistory.as(event, Kind.VALUE_CHANGED, ""));

    assertThat(history.broken()).contains("acknowledged releases last");
  }

  @Test
  void holdThatOutlivesItsClosedSessionIsFound() {
    Holding holding =
        history.holding(
            each ->
                each.endedBy("SESSION_CLOSED")
                    && history.past().closes(each.grant().event().session()).stream()
                        .anyMatch(Call::isOk));

    history.rewrite(endOf(holding), event -> TamperedHistory.as(event, Kind.VALUE_CHANGED, ""));

    assertThat(history.broken()).contains("acknowledged releases last");
  }

  // -------------------------------------------------------------------------------------- values

  @Test
  void valueThatIsNotInTheLogIsFound() {
    LogEvent changed = plainHold().values().get(0).event();

    history.rewriteAll(
        event ->
            event.token() == changed.token() && event.value().equals(changed.value())
                ? TamperedHistory.valued(event, "other")
                : event);

    assertThat(history.broken()).containsExactly("acknowledged values last");
  }

  @Test
  void valueThatWasToldToBeSetTwiceIsFound() {
    Call setting = plainHold().settings().get(0);
    long op = -1;

    history.add(
        new Entry.Invoked(op, setting.client(), setting.operation(), setting.invokedNanos()),
        new Entry.Returned(op, OK, setting.overNanos()));

    assertThat(history.broken()).containsExactly("acknowledged values last");
  }

  // ------------------------------------------------------------------------------------ refusals

  @Test
  void releaseThatWasToldNotToBeDoneIsFound() {
    Holding holding = plainHold();

    history.answer(holding.releases().get(0), NOT_DONE);

    assertThat(history.broken()).containsExactly("what was refused was not done");
  }

  @Test
  void valueThatWasToldNotToBeSetIsFound() {
    Holding holding = plainHold();

    history.answer(holding.settings().get(0), NOT_DONE);

    assertThat(history.broken()).containsExactly("what was refused was not done");
  }

  @Test
  void grantThatWasRefusedIsFoundThoughItIsOver() {
    Holding holding = plainHold();

    history.answer(holding.acquires().get(0), NOT_DONE);

    assertThat(history.broken()).contains("what was refused was not done");
  }

  @Test
  void grantThatStaysThoughItWasRefusedIsFound() {
    Holding holding = plainHold();

    history.answer(holding.acquires().get(0), NOT_DONE);
    history.forget(holding.releases().get(0));
    history.rewrite(endOf(holding), event -> TamperedHistory.as(event, Kind.VALUE_CHANGED, ""));

    assertThat(history.broken()).contains("what was refused was not done");
  }

  // ----------------------------------------------------------------------------------- real time

  @Test
  void grantThatWasSeenBeforeItWasAskedForIsFound() {
    Holding holding = plainHold();
    Call acquire = holding.acquires().get(0);

    history.move(acquire, holding.grant().nanos() + 1, holding.grant().nanos() + 2);

    assertThat(history.broken()).contains("real time order (linearizability)");
  }

  @Test
  void laterRevisionOfWhatWasOverEarlierIsFound() {
    Holding holding = plainHold();
    Call acquire = holding.acquires().get(0);
    Call before =
        history.call(
            call ->
                TamperedHistory.isOk(call, Operation.Kind.ACQUIRE)
                    && call.invokedNanos() > acquire.invokedNanos()
                    && call.token() > acquire.token());

    history.move(before, acquire.invokedNanos() - 2, acquire.invokedNanos() - 1);

    assertThat(history.broken()).contains("real time order (linearizability)");
  }

  @Test
  void readThatIsBehindWhatWasToldIsFound() {
    Holding holding = plainHold();
    long nanos = holding.acquires().get(0).overNanos();

    history.add(new Entry.RevisionRead(0, holding.token() - 1, nanos + 1, nanos + 2));

    assertThat(history.broken()).containsExactly("real time order (linearizability)");
  }

  @Test
  void smallerTokenThanWasToldBeforeIsFound() {
    Holding holding = plainHold();
    Call acquire = holding.acquires().get(0);
    Call later =
        history.call(
            call ->
                TamperedHistory.isOk(call, Operation.Kind.ACQUIRE)
                    && call.invokedNanos() > acquire.overNanos()
                    && call.operation().targets().equals(acquire.operation().targets()));

    history.answer(later, new Result(Result.Kind.OK, holding.token() - 1, 0, ""));

    assertThat(history.broken()).contains("tokens only grow");
  }

  // ------------------------------------------------------------------------- the history, progress

  @Test
  void callThatCameBackTwiceIsFound() {
    Call call = plainHold().acquires().get(0);

    history.add(new Entry.Returned(call.invoked().op(), NOT_DONE, call.overNanos() + 1));

    assertThat(history.broken()).containsExactly("the history makes sense");
  }

  @Test
  void answerToNothingIsFound() {
    history.add(new Entry.Returned(-1, OK, TinyWorld.START));

    assertThat(history.broken()).containsExactly("the history makes sense");
  }

  /** A client that lived to the end, and which nothing happened to when it was calm. */
  private Call callInCalm() {
    return history.call(
        call ->
            call.invokedNanos() > TinyWorld.CALM
                && TamperedHistory.isOk(call, Operation.Kind.RELEASE)
                && call.invokedNanos() < TinyWorld.CALM + 1_000_000_000L);
  }

  @Test
  void clientThatGetsNothingDoneInCalmIsFound() {
    String client = callInCalm().client();

    for (Call call : history.past().calls()) {
      boolean isDone = call.isOk() || call.isRefused();
      if (call.client().equals(client) && isDone && call.overNanos() > TinyWorld.CALM) {
        history.answer(call, new Result(Result.Kind.UNKNOWN, 0, 0, ""));
      }
    }

    assertThat(history.broken()).containsExactly("progress after faults");
  }

  @Test
  void callThatDoesNotComeBackInCalmIsFound() {
    Call call = callInCalm();

    history.remove(entry -> entry.equals(call.returned()));

    assertThat(history.broken()).containsExactly("progress after faults");
  }
}
