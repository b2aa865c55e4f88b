package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Queued;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same request number gets the same answer, here or elsewhere, now or later. */
final class RepeatedRequestTest {
  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestClient client = SERVICE.client();
  private final TestSession one = TestSession.open(client);
  private final TestSession two = TestSession.open(client);

  @Test
  void grantIsGivenOnce() {
    AcquireRequest.Builder wish = one.wish("/same");
    long token = one.hold(wish);

    AcquireReply again = one.acquire(wish);

    assertThat(again.getGranted().getToken()).isEqualTo(token);
    assertThat(client.call(Ask.get("/same")).getGet().getView().getHoldsCount()).isEqualTo(1);
  }

  @Test
  void duplicatesInOneFrameAreExecutedOnce() {
    Request.Builder[] duplicates = new Request.Builder[20];
    AcquireRequest.Builder wish = one.wish("/frame");
    for (int i = 0; i < duplicates.length; i++) {
      duplicates[i] = Ask.acquire(wish);
    }

    long first = client.send(duplicates);

    long token = client.reply(first).getAcquire().getGranted().getToken();
    for (int i = 1; i < duplicates.length; i++) {
      assertThat(client.reply(first + i).getAcquire().getGranted().getToken()).isEqualTo(token);
    }
    assertThat(client.call(Ask.get("/frame")).getGet().getRevision()).isGreaterThanOrEqualTo(token);
    assertThat(client.call(Ask.get("/frame")).getGet().getView().getHoldsCount()).isEqualTo(1);
  }

  @Test
  void refusalStaysEvenIfTheKeyIsFreeNow() {
    long token = one.hold("/refused");
    AcquireRequest.Builder wish = two.wish("/refused");
    AcquireReply refused = two.acquire(wish);
    one.release(token);

    AcquireReply again = two.acquire(wish);

    assertThat(refused.getRefusal().getKind()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(again).isEqualTo(refused);
    two.hold("/refused");
  }

  @Test
  void releaseIsAnsweredTwiceAndDoneOnce() {
    long token = one.hold("/release");
    Request.Builder release = Ask.release(one.id(), one.nextNumber(), token);
    assertThat(client.call(release).getRelease().hasReleased()).isTrue();
    long next = two.hold("/release");

    Reply again = client.call(release);

    assertThat(again.getRelease().getReleased().getToken()).isEqualTo(token);
    assertThat(client.call(Ask.get("/release")).getGet().getView().getHolds(0).getToken())
        .isEqualTo(next);
  }

  @Test
  void grantThatHasEndedIsToldAsEnded() {
    AcquireRequest.Builder wish = one.wish("/ended");
    long token = one.hold(wish);
    one.release(token);

    Refusal refusal = one.acquire(wish).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.ENDED);
    assertThat(refusal.getToken()).isEqualTo(token);
    assertThat(refusal.getEndCause()).isEqualTo(EndCause.BY_RELEASE);
  }

  @Test
  void numberOfAnotherRequestIsRefused() {
    one.hold("/reused/a");
    long number = one.lastNumber();

    Error otherKey = client.refused(Ask.acquire(one.id(), number, "/reused/b"));
    Error otherCall = client.refused(Ask.release(one.id(), number, 1));

    assertThat(otherKey.getReason()).isEqualTo(Reason.REQUEST_REUSED);
    assertThat(otherKey.getRetry()).isEqualTo(Retry.RETRY_NEVER);
    assertThat(otherCall.getReason()).isEqualTo(Reason.REQUEST_REUSED);
  }

  @Test
  void acknowledgedAnswerIsForgottenAndNotExecutedAgain() {
    AcquireRequest.Builder wish = one.wish("/forgotten");
    long token = one.hold(wish);
    one.release(token);
    one.hold(one.wish("/forgotten/next").setAcknowledged(one.lastNumber() - 1));

    Error error = client.refused(Ask.acquire(wish));

    assertThat(error.getReason()).isEqualTo(Reason.REQUEST_FORGOTTEN);
    assertThat(client.call(Ask.get("/forgotten")).getGet().getView().getHoldsCount()).isZero();
  }

  @Test
  void acknowledgingAGrantDoesNotEndIt() {
    AcquireRequest.Builder wish = one.wish("/acknowledged");
    long token = one.hold(wish);
    one.hold(one.wish("/acknowledged/next").setAcknowledged(wish.getRequest()));

    assertThat(one.acquire(wish).getGranted().getToken()).isEqualTo(token);
  }

  @Test
  void waitingRequestIsAnsweredOnTheStreamThatAskedLast() {
    long token = one.hold("/superseded");
    AcquireRequest.Builder wish = two.wish("/superseded").setWaitMs(Ask.FOR_EVER);
    long first = two.queue(wish);
    TestClient other = SERVICE.client();

    Queued again = two.on(other).acquire(wish).getQueued();
    one.release(token);

    Error superseded = client.reply(first).getError();
    assertThat(superseded.getReason()).isEqualTo(Reason.SUPERSEDED);
    assertThat(again.getArrival()).isGreaterThan(token);
    two.on(other).granted(1);
    assertThat(client.hasReply(first)).isFalse();
  }

  @Test
  void waitingRequestIsAnsweredUnderTheCorrelationThatAskedLast() {
    long token = one.hold("/superseded/here");
    AcquireRequest.Builder wish = two.wish("/superseded/here");
    long first = two.queue(wish);

    long second = two.queue(wish);
    one.release(token);

    assertThat(client.reply(first).getError().getReason()).isEqualTo(Reason.SUPERSEDED);
    two.granted(second);
  }

  @Test
  void requestWhoseStreamIsGoneIsAnsweredOnTheNext() {
    TestClient broken = SERVICE.client();
    TestSession session = TestSession.open(broken);
    long token = one.hold("/reconnect");
    AcquireRequest.Builder wish = session.wish("/reconnect");
    session.queue(wish);
    long laterWaiter = two.queue("/reconnect");

    broken.close();
    TestSession resumed = session.on(SERVICE.client());
    long waiting = resumed.queue(wish);
    one.release(token);
    long mine = resumed.granted(waiting);

    assertThat(client.hasReply(laterWaiter)).isFalse();
    resumed.release(mine);
    assertThat(two.granted(laterWaiter)).isGreaterThan(mine);
  }

  @Test
  void answersThatAreNotAcknowledgedAreKeptUpToABound() {
    AcquireRequest.Builder wish = one.wish("/bounded/first");
    one.release(one.hold(wish));
    TestSession quiet = TestSession.open(client);
    AcquireRequest.Builder kept = quiet.wish("/bounded/kept");
    quiet.release(quiet.hold(kept));

    for (int frames = 0; frames < 3; frames++) {
      Request.Builder[] releases = new Request.Builder[2_000];
      for (int i = 0; i < releases.length; i++) {
        releases[i] = Ask.release(one.id(), one.nextNumber(), 1);
      }
      long first = client.send(releases);
      for (int i = 0; i < releases.length; i++) {
        assertThat(client.reply(first + i).hasRelease()).isTrue();
      }
    }

    assertThat(client.refused(Ask.acquire(wish)).getReason()).isEqualTo(Reason.REQUEST_FORGOTTEN);
    assertThat(quiet.acquire(kept).getRefusal().getKind()).isEqualTo(Refusal.Kind.ENDED);
  }
}
