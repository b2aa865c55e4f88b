package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewReply;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.SetValueReply;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Locks by one call each, without a session of one's own. */
final class ImplicitSessionTest {
  private static final long SHORT_MILLIS = 3_000;
  private static final long LONGER_MILLIS = 4_000;

  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestNode node = SERVICE.node();

  private Granted lock(String key, long ttlMillis) {
    AcquireReply reply = node.calls().acquire(Ask.lock(key).setTtlMs(ttlMillis).build());
    assertThat(reply.hasGranted()).as("granted: %s", reply).isTrue();
    return reply.getGranted();
  }

  private RenewReply renew(String key, long token) {
    return node.calls().renew(RenewRequest.newBuilder().setKey(key).setToken(token).build());
  }

  private ReleaseReply release(String key, long token) {
    return node.calls().release(ReleaseRequest.newBuilder().setKey(key).setToken(token).build());
  }

  private KeyView view(String key) {
    return node.calls().get(GetRequest.newBuilder().setKey(key).build()).getView();
  }

  private long sessions() {
    return node.status(0).getSessions();
  }

  @Test
  void grantNamesItsSessionAndItsTerm() {
    long before = sessions();

    Granted granted =
        node.calls()
            .acquire(Ask.lock("/one").setTtlMs(7_000).setClientName("script").build())
            .getGranted();

    assertThat(granted.getTtlMs()).isEqualTo(7_000);
    assertThat(granted.getSession()).isPositive();
    assertThat(view("/one").getHolds(0).getClientName()).isEqualTo("script");
    assertThat(view("/one").getHolds(0).getOwner()).isEqualTo("implicit");
    assertThat(sessions()).isEqualTo(before + 1);
  }

  @Test
  void holdOfASessionIsNeitherRenewedNorReleasedByKeyAndToken() {
    TestSession session = TestSession.open(SERVICE.client());
    long first = session.hold("/explicit/a");
    long second = session.hold("/explicit/b");

    RenewReply renewed = renew("/explicit/a", first);
    ReleaseReply released = release("/explicit/a", first);

    assertThat(renewed.getRefusal().getNotHeld()).isEqualTo(NotHeld.FOREIGN);
    assertThat(released.getRefusal().getNotHeld()).isEqualTo(NotHeld.FOREIGN);
    assertThat(view("/explicit/a").getHoldsCount()).isEqualTo(1);
    assertThat(session.release(first).getReleased().getToken()).isEqualTo(first);
    assertThat(session.release(second).getReleased().getToken()).isEqualTo(second);
  }

  @Test
  void releaseByKeyAndTokenEndsTheSessionToo() {
    Granted granted = lock("/release", 30_000);
    long during = sessions();

    ReleaseReply reply = release("/release", granted.getToken());

    assertThat(reply.getReleased().getToken()).isEqualTo(granted.getToken());
    assertThat(sessions()).isEqualTo(during - 1);
    assertThat(release("/release", granted.getToken()).getRefusal().getNotHeld())
        .isEqualTo(NotHeld.NO_LONGER_HELD);
  }

  @Test
  void releaseNeedsTheRightKeyAndToken() {
    long token = lock("/right", 30_000).getToken();

    Refusal otherKey = release("/wrong", token).getRefusal();
    Refusal future = release("/right", token + 1_000_000).getRefusal();

    assertThat(otherKey.getNotHeld()).isEqualTo(NotHeld.OTHER_KEY);
    assertThat(future.getNotHeld()).isEqualTo(NotHeld.NEVER_GRANTED);
    assertThat(view("/right").getHolds(0).getToken()).isEqualTo(token);
  }

  @Test
  void holdThatIsNotRenewedGoesToTheNextInLine() {
    long token = lock("/expire", SHORT_MILLIS).getToken();

    AcquireReply next =
        node.calls().acquire(Ask.lock("/expire").setTtlMs(30_000).setWaitMs(Ask.FOR_EVER).build());

    assertThat(next.getGranted().getToken()).isGreaterThan(token);
    assertThat(renew("/expire", token).getRefusal().getNotHeld()).isEqualTo(NotHeld.NO_LONGER_HELD);
  }

  @Test
  void renewedHoldOutlivesOneThatIsNot() {
    long token = lock("/renewed", SHORT_MILLIS).getToken();

    lock("/renewed/not", LONGER_MILLIS);
    Await.until(
        "the other hold has expired",
        () -> {
          assertThat(renew("/renewed", token).getTtlMs()).isEqualTo(SHORT_MILLIS);
          return view("/renewed/not").getHoldsCount() == 0;
        });

    assertThat(release("/renewed", token).hasReleased()).isTrue();
  }

  @Test
  void sessionIsKeptAliveWhileItsRequestWaits() throws Exception {
    long token = lock("/patient", 30_000).getToken();
    ListenableFuture<AcquireReply> waiting =
        node.futureCalls()
            .acquire(Ask.lock("/patient").setTtlMs(SHORT_MILLIS).setWaitMs(Ask.FOR_EVER).build());
    Await.until("it waits", () -> view("/patient").getWaiting() == 1);

    // Longer than its term: another comes and expires meanwhile.
    lock("/patient/other", LONGER_MILLIS);
    Await.until("the other hold has expired", () -> view("/patient/other").getHoldsCount() == 0);
    release("/patient", token);

    assertThat(waiting.get().getGranted().getToken()).isGreaterThan(token);
  }

  @Test
  void valueIsSetByKeyAndToken() {
    long token = lock("/value", 30_000).getToken();
    SetValueRequest.Builder request =
        SetValueRequest.newBuilder().setKey("/value").setValue(Ask.text("mine"));

    SetValueReply set = node.calls().setValue(request.setToken(token).build());
    SetValueReply refused = node.calls().setValue(request.setToken(token + 1_000).build());

    assertThat(set.getValueSet().getToken()).isEqualTo(token);
    assertThat(refused.getRefusal().getKind()).isEqualTo(Refusal.Kind.NOT_HELD);
    assertThat(view("/value").getHolds(0).getValue()).isEqualTo(Ask.text("mine"));
  }

  @Test
  void refusedAcquireLeavesNoSession() {
    lock("/refused", 30_000);
    long before = sessions();

    AcquireReply busy = node.calls().acquire(Ask.lock("/refused").build());
    AcquireReply late = node.calls().acquire(Ask.lock("/refused").setWaitMs(50).build());

    assertThat(busy.getRefusal().getKind()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(late.getRefusal().getKind()).isEqualTo(Refusal.Kind.TIMED_OUT);
    Await.until("their sessions are closed", () -> sessions() == before);
  }

  @Test
  void cancelledAcquireLeavesNoSession() {
    lock("/cancelled", 30_000);
    long before = sessions();
    ListenableFuture<AcquireReply> waiting =
        node.futureCalls().acquire(Ask.lock("/cancelled").setWaitMs(Ask.FOR_EVER).build());
    Await.until("it waits", () -> view("/cancelled").getWaiting() == 1);

    waiting.cancel(true);

    Await.until("its session is closed", () -> sessions() == before);
    assertThat(view("/cancelled").getWaiting()).isZero();
  }

  @Test
  void whatBelongsToASessionIsRefusedWithoutOne() {
    for (AcquireRequest.Builder wrong :
        new AcquireRequest.Builder[] {
          Ask.lock("/without").setOwner("me"),
          Ask.lock("/without").setRequest(1),
          Ask.lock("/without").setAcknowledged(1)
        }) {
      CallFailure failure = CallFailure.of(() -> node.calls().acquire(wrong.build()));
      assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(failure.message()).contains("without a session");
    }
  }
}
