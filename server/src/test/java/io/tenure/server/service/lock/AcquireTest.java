package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.HoldView;
import io.tenure.protocol.v1.Holder;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.SetValueReply;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.protocol.v1.WithdrawReply;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class AcquireTest {
  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestClient client = SERVICE.client();
  private final TestSession one = TestSession.open(client);
  private final TestSession two = TestSession.open(client);

  private HoldView onlyHold(String key) {
    return client.call(Ask.get(key)).getGet().getView().getHoldsList().get(0);
  }

  private SetValueReply setValue(SetValueRequest.Builder request) {
    return client.call(Request.newBuilder().setSetValue(request)).getSetValue();
  }

  private WithdrawReply withdraw(TestSession session, long number, boolean giveBack) {
    WithdrawRequest.Builder request =
        WithdrawRequest.newBuilder()
            .setSession(session.id())
            .setRequest(number)
            .setGiveBack(giveBack);
    return client.call(Request.newBuilder().setWithdraw(request)).getWithdraw();
  }

  @Test
  void freeKeyIsGrantedWithTheSessionThatAsked() {
    AcquireReply reply = one.acquire(one.wish("/free"));

    assertThat(reply.getGranted().getToken()).isPositive().isLessThan(1L << 53);
    assertThat(reply.getGranted().getSession()).isEqualTo(one.id());
    assertThat(reply.getGranted().getAlreadyHeld()).isFalse();
    assertThat(reply.getGranted().getTtlMs()).isZero();
  }

  @Test
  void tokensOfAKeyGrow() {
    long last = 0;

    for (int i = 0; i < 20; i++) {
      TestSession session = i % 2 == 0 ? one : two;
      long token = session.hold("/growing");
      assertThat(token).isGreaterThan(last);
      last = token;
      session.release(token);
    }
  }

  @Test
  void heldKeyIsRefusedWithWhoHoldsIt() {
    long token = one.hold(one.wish("/busy").setOwner("painter"));
    TestSession.open(client).queue("/busy");

    Refusal refusal = two.acquire(two.wish("/busy")).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(refusal.getStanding().getHoldersList())
        .containsExactly(
            Holder.newBuilder()
                .setSession(one.id())
                .setOwner("painter")
                .setKey("/busy")
                .setToken(token)
                .build());
    assertThat(refusal.getStanding().getWaiting()).isEqualTo(1);
    assertThat(refusal.getMessage()).contains("/busy").contains("painter").contains("1 waiting");
  }

  @Test
  void waitersAreGrantedInOrderOfArrival() {
    long token = one.hold("/queue");
    TestSession[] waiters = new TestSession[5];
    long[] correlations = new long[5];
    for (int i = 0; i < waiters.length; i++) {
      waiters[i] = TestSession.open(client);
      correlations[i] = waiters[i].queue("/queue");
    }

    one.release(token);

    for (int i = 0; i < waiters.length; i++) {
      long next = waiters[i].granted(correlations[i]);
      assertThat(next).isGreaterThan(token);
      for (int later = i + 1; later < waiters.length; later++) {
        assertThat(client.hasReply(correlations[later])).isFalse();
      }
      token = next;
      waiters[i].release(token);
    }
  }

  @Test
  void queuedRequestSaysWhoIsInTheWayAndSinceWhen() {
    long token = one.hold("/queued");

    AcquireReply reply = two.acquire(two.wish("/queued").setWaitMs(Ask.FOR_EVER));

    assertThat(reply.getQueued().getArrival()).isGreaterThan(token);
    assertThat(reply.getQueued().getStanding().getHolders(0).getToken()).isEqualTo(token);
    assertThat(reply.getQueued().getStanding().getWaiting()).isZero();
  }

  @Test
  void requestThatHasWaitedLongEnoughTimesOut() {
    long token = one.hold("/timeout");
    long waiting = two.queue(two.wish("/timeout").setWaitMs(100));

    Refusal refusal = client.reply(waiting).getAcquire().getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.TIMED_OUT);
    assertThat(refusal.getStanding().getHolders(0).getToken()).isEqualTo(token);
    assertThat(client.call(Ask.get("/timeout")).getGet().getView().getWaiting()).isZero();
    one.release(token);
    two.hold("/timeout");
  }

  @Test
  void requestGrantedBeforeItsTimeIsUpStaysGranted() {
    long first = one.hold("/in-time");
    long waiting = two.queue(two.wish("/in-time").setWaitMs(3_000));
    one.release(first);
    long token = two.granted(waiting);

    long other = one.queue(one.wish("/in-time").setWaitMs(3_500));

    assertThat(client.reply(other).getAcquire().getRefusal().getKind())
        .isEqualTo(Refusal.Kind.TIMED_OUT);
    assertThat(client.hasReply(waiting)).isFalse();
    assertThat(two.release(token).hasReleased()).isTrue();
  }

  @Test
  void withdrawnRequestIsOverForBothWhoAskAndTheQueue() {
    long token = one.hold("/withdraw");
    long waiting = two.queue("/withdraw");
    TestSession three = TestSession.open(client);
    long next = three.queue("/withdraw");

    WithdrawReply reply = withdraw(two, two.lastNumber(), false);

    assertThat(reply.getEnded().getEndCause()).isEqualTo(EndCause.BY_WITHDRAWAL);
    assertThat(reply.getEnded().getToken()).isZero();
    assertThat(client.reply(waiting).getAcquire().getRefusal().getEndCause())
        .isEqualTo(EndCause.BY_WITHDRAWAL);
    one.release(token);
    three.granted(next);
  }

  @Test
  void withdrawingWhatIsHeldLeavesItUnlessItIsGivenBack() {
    long token = one.hold("/withdraw/held");
    long number = one.lastNumber();

    WithdrawReply kept = withdraw(one, number, false);
    WithdrawReply givenBack = withdraw(one, number, true);

    assertThat(kept.getGranted().getToken()).isEqualTo(token);
    assertThat(givenBack.getEnded().getToken()).isEqualTo(token);
    assertThat(givenBack.getEnded().getEndCause()).isEqualTo(EndCause.BY_WITHDRAWAL);
    two.hold("/withdraw/held");
  }

  @Test
  void requestThatWasGivenUpBeforeItArrivedIsNotExecuted() {
    long number = one.nextNumber();
    withdraw(one, number, true);

    Refusal late = one.acquire(Ask.lock(one.id(), number, "/withdraw/late")).getRefusal();

    assertThat(late.getKind()).isEqualTo(Refusal.Kind.ENDED);
    assertThat(late.getEndCause()).isEqualTo(EndCause.BY_WITHDRAWAL);
    two.hold("/withdraw/late");
  }

  @Test
  void ownerThatHoldsItAlreadyGetsTheSameToken() {
    long token = one.hold(one.wish("/again").setOwner("a"));

    AcquireReply again = one.acquire(one.wish("/again").setOwner("a"));
    AcquireReply other = one.acquire(one.wish("/again").setOwner("b"));

    assertThat(again.getGranted().getToken()).isEqualTo(token);
    assertThat(again.getGranted().getAlreadyHeld()).isTrue();
    assertThat(other.getRefusal().getKind()).isEqualTo(Refusal.Kind.BUSY);
  }

  @Test
  void valueComesWithTheHoldAndCanBeChanged() {
    long token = one.hold(one.wish("/value").setValue(Ask.text("first")));
    HoldView before = onlyHold("/value");

    SetValueReply reply = setValue(Ask.newValue(one.id(), one.nextNumber(), token, "second"));

    assertThat(before.getValue()).isEqualTo(Ask.text("first"));
    assertThat(reply.getValueSet().getToken()).isEqualTo(token);
    assertThat(onlyHold("/value").getValue()).isEqualTo(Ask.text("second"));
  }

  @Test
  void staleTokenReleasesNothing() {
    long stale = one.hold("/stale");
    one.release(stale);
    long token = one.hold("/stale");

    Refusal refusal = one.release(stale).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.NOT_HELD);
    assertThat(refusal.getNotHeld()).isEqualTo(NotHeld.NO_LONGER_HELD);
    assertThat(refusal.getMessage()).isEqualTo("token " + stale + " is no longer held");
    assertThat(onlyHold("/stale").getToken()).isEqualTo(token);
  }

  @Test
  void foreignTokenNeitherReleasesNorSetsAValue() {
    long token = one.hold("/foreign");

    ReleaseReply release = two.release(token);
    SetValueReply value = setValue(Ask.newValue(two.id(), two.nextNumber(), token, "mine"));

    assertThat(release.getRefusal().getNotHeld()).isEqualTo(NotHeld.FOREIGN);
    assertThat(value.getRefusal().getNotHeld()).isEqualTo(NotHeld.FOREIGN);
    assertThat(onlyHold("/foreign").getToken()).isEqualTo(token);
    assertThat(onlyHold("/foreign").getValue().isEmpty()).isTrue();
  }

  @Test
  void tokenOfTheFutureWasNeverGranted() {
    Refusal refusal = one.release((1L << 53) - 1).getRefusal();

    assertThat(refusal.getNotHeld()).isEqualTo(NotHeld.NEVER_GRANTED);
  }
}
