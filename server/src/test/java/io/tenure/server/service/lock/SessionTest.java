package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SessionTest {
  private static final long SHORT_MILLIS = 3_000;

  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestClient client = SERVICE.client();

  @Test
  void sessionHasTheTermThatWasAskedFor() {
    OpenSessionReply opened = client.call(Ask.openSession(12_345)).getOpenSession();

    assertThat(opened.getSession()).isPositive();
    assertThat(opened.getTtlMs()).isEqualTo(12_345);
  }

  @Test
  void termThatIsNotAskedForIsHalfAMinute() {
    OpenSessionReply opened =
        SERVICE.node().calls().openSession(OpenSessionRequest.getDefaultInstance());

    assertThat(opened.getTtlMs()).isEqualTo(30_000);
  }

  @Test
  void nonceOfALiveSessionFindsItAsItIs() {
    OpenSessionRequest first = Ask.session(20_000).setNonce(77).build();
    OpenSessionReply opened = SERVICE.node().calls().openSession(first);

    OpenSessionReply again =
        client
            .call(Request.newBuilder().setOpenSession(first.toBuilder().setTtlMs(5_000)))
            .getOpenSession();

    assertThat(again).isEqualTo(opened);
  }

  @Test
  void nonceOfAClosedSessionOpensAnother() {
    OpenSessionRequest.Builder wish = Ask.session(20_000).setNonce(78);
    TestSession first = TestSession.open(client, wish);
    first.close();

    TestSession second = TestSession.open(client, wish);

    assertThat(second.id()).isNotEqualTo(first.id());
  }

  @Test
  void closingReleasesAndWithdrawsAndLetsTheNextIn() {
    TestSession leaving = TestSession.open(client);
    TestSession next = TestSession.open(client);
    leaving.hold("/close/mine");
    TestSession.open(client).hold("/close/theirs");
    long waiting = leaving.queue("/close/theirs");
    long nextInLine = next.queue("/close/mine");

    CloseSessionReply closed = leaving.close().getCloseSession();

    assertThat(closed.getReleased()).isEqualTo(1);
    assertThat(closed.getWithdrawn()).isEqualTo(1);
    assertThat(client.reply(waiting).getAcquire().getRefusal().getEndCause())
        .isEqualTo(EndCause.SESSION_CLOSED);
    next.granted(nextInLine);
  }

  @Test
  void closedSessionIsUnknown() {
    TestSession session = TestSession.open(client);
    session.close();

    for (Request.Builder request :
        new Request.Builder[] {
          Ask.keepAlive(session.id()),
          Ask.acquire(session.wish("/unknown")),
          Ask.release(session.id(), session.nextNumber(), 1),
          Ask.closeSession(session.id())
        }) {
      assertThat(client.refused(request).getReason()).isEqualTo(Reason.SESSION_UNKNOWN);
    }
  }

  @Test
  void unknownSessionIsNotFoundAndNotWorthAnotherTry() {
    KeepAliveRequest stranger = KeepAliveRequest.newBuilder().setSession(987_654).build();

    CallFailure failure = CallFailure.of(() -> SERVICE.node().calls().keepAlive(stranger));

    assertThat(failure.code()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(failure.reason()).isEqualTo("SESSION_UNKNOWN");
    assertThat(failure.message()).isEqualTo("session: 987654 (expected: a live session)");
    assertThat(failure.metadata()).containsEntry("retry", Retry.RETRY_NEVER.name());
  }

  @Test
  void keepAliveSaysHowLongTheSessionLives() {
    TestSession session = TestSession.open(client, Ask.session(45_000));

    Reply reply = client.call(Ask.keepAlive(session.id()));

    assertThat(reply.getKeepAlive().getTtlMs()).isEqualTo(45_000);
  }

  @Test
  void expiryReleasesAndHandsOverToTheNextInLine() {
    TestSession dying = TestSession.open(client, Ask.session(SHORT_MILLIS));
    TestSession next = TestSession.open(client);
    long before = dying.hold("/expiry");
    long second = next.queue("/expiry");

    long after = next.granted(second);

    assertThat(after).isGreaterThan(before);
    assertThat(client.refused(Ask.keepAlive(dying.id())).getReason())
        .isEqualTo(Reason.SESSION_UNKNOWN);
  }

  @Test
  void expiryWithdrawsWhatWaits() {
    TestSession holder = TestSession.open(client);
    TestSession dying = TestSession.open(client, Ask.session(SHORT_MILLIS));
    holder.hold("/expiry/waiting");
    long waiting = dying.queue("/expiry/waiting");

    AcquireReply ended = client.reply(waiting).getAcquire();

    assertThat(ended.getRefusal().getEndCause()).isEqualTo(EndCause.SESSION_EXPIRED);
    assertThat(ended.getRefusal().getToken()).isZero();
  }

  @Test
  void keptSessionOutlivesThoseThatAreNot() {
    TestSession kept = TestSession.open(client, Ask.session(SHORT_MILLIS));
    long token = kept.hold("/kept");

    // A session of a longer term: more than its own goes by.
    TestSession.open(client, Ask.session(SHORT_MILLIS + 1_000)).hold("/kept/other");
    Await.until(
        "the other session has expired",
        () -> {
          assertThat(client.call(Ask.keepAlive(kept.id())).hasKeepAlive()).isTrue();
          return client.call(Ask.get("/kept/other")).getGet().getView().getHoldsCount() == 0;
        });

    assertThat(kept.release(token).hasReleased()).isTrue();
  }
}
