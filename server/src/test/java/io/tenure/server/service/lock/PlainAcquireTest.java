package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.ConvertReply;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.Refusal;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Acquiring by plain calls, which have no other reply than the last. */
final class PlainAcquireTest {
  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestNode node = SERVICE.node();
  private final TestSession holder = TestSession.open(SERVICE.client());
  private final TestSession waiter = TestSession.open(SERVICE.client());

  private KeyView view(String key) {
    return node.calls().get(GetRequest.newBuilder().setKey(key).build()).getView();
  }

  private void awaitWaiting(String key, int count) {
    Await.until(count + " wait at " + key, () -> view(key).getWaiting() == count);
  }

  private AcquireRequest waiting(String key) {
    return waiter.wish(key).setWaitMs(Ask.FOR_EVER).build();
  }

  @Test
  void returnsWhenItIsGranted() throws Exception {
    long token = holder.hold("/plain/wait");
    ListenableFuture<AcquireReply> reply = node.futureCalls().acquire(waiting("/plain/wait"));
    awaitWaiting("/plain/wait", 1);

    holder.release(token);

    assertThat(reply.get().getGranted().getToken()).isGreaterThan(token);
  }

  @Test
  void returnsWhenItHasWaitedLongEnough() {
    holder.hold("/plain/timeout");

    AcquireReply reply = node.calls().acquire(waiter.wish("/plain/timeout").setWaitMs(50).build());

    assertThat(reply.getRefusal().getKind()).isEqualTo(Refusal.Kind.TIMED_OUT);
    assertThat(view("/plain/timeout").getWaiting()).isZero();
  }

  @Test
  void callThatWasCancelledHasItsOldPlaceWhenItIsMadeAgain() throws Exception {
    long token = holder.hold("/plain/cancel");
    AcquireRequest request = waiting("/plain/cancel");
    ListenableFuture<AcquireReply> first = node.futureCalls().acquire(request);
    awaitWaiting("/plain/cancel", 1);
    TestSession second = TestSession.open(SERVICE.client());
    ListenableFuture<AcquireReply> other =
        node.futureCalls().acquire(second.wish("/plain/cancel").setWaitMs(Ask.FOR_EVER).build());
    awaitWaiting("/plain/cancel", 2);

    first.cancel(true);
    awaitWaiting("/plain/cancel", 1);
    ListenableFuture<AcquireReply> again = node.futureCalls().acquire(request);
    awaitWaiting("/plain/cancel", 2);
    holder.release(token);

    assertThat(again.get().getGranted().getToken()).isGreaterThan(token);
    assertThat(other.isDone()).isFalse();
  }

  @Test
  void callThatWasCancelledDelaysNobody() {
    long token = holder.hold("/plain/gone");
    ListenableFuture<AcquireReply> reply = node.futureCalls().acquire(waiting("/plain/gone"));
    awaitWaiting("/plain/gone", 1);

    reply.cancel(true);
    awaitWaiting("/plain/gone", 0);
    holder.release(token);

    assertThat(view("/plain/gone").getHoldsCount()).isZero();
    assertThat(holder.hold("/plain/gone")).isGreaterThan(token);
  }

  @Test
  void upgradeThatWasCancelledIsWithdrawn() {
    long token = holder.hold(holder.wish(Ask.shared("/plain/upgrade")));
    waiter.hold(waiter.wish(Ask.shared("/plain/upgrade")));
    ConvertRequest upgrade =
        Ask.conversion(holder.id(), holder.nextNumber(), token, Mode.EXCLUSIVE)
            .setWaitMs(Ask.FOR_EVER)
            .build();
    ListenableFuture<ConvertReply> reply = node.futureCalls().convert(upgrade);
    awaitWaiting("/plain/upgrade", 1);

    reply.cancel(true);

    awaitWaiting("/plain/upgrade", 0);
    Refusal ended = node.calls().convert(upgrade).getRefusal();
    assertThat(ended.getEndCause()).isEqualTo(EndCause.BY_WITHDRAWAL);
  }

  @Test
  void callWhoseDeadlinePassesLeavesTheQueue() {
    holder.hold("/plain/deadline");

    CallFailure failure =
        CallFailure.of(
            () ->
                node.calls()
                    .withDeadlineAfter(200, TimeUnit.MILLISECONDS)
                    .acquire(waiting("/plain/deadline")));

    assertThat(failure.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    awaitWaiting("/plain/deadline", 0);
  }

  @Test
  void sameNumberGetsTheSameAnswerAsOnAStream() {
    AcquireRequest request = waiter.wish("/plain/same").build();
    long token = node.calls().acquire(request).getGranted().getToken();

    AcquireReply again = node.calls().acquire(request);
    AcquireReply onTheStream = waiter.acquire(request.toBuilder());

    assertThat(again.getGranted().getToken()).isEqualTo(token);
    assertThat(onTheStream.getGranted().getToken()).isEqualTo(token);
  }

  @Test
  void callThatIsMadeAgainWhileItWaitsTakesTheAnswerOver() throws Exception {
    long token = holder.hold("/plain/twice");
    AcquireRequest request = waiting("/plain/twice");
    ListenableFuture<AcquireReply> first = node.futureCalls().acquire(request);
    awaitWaiting("/plain/twice", 1);

    ListenableFuture<AcquireReply> second = node.futureCalls().acquire(request);
    Throwable superseded = catchThrowable(first::get);
    holder.release(token);

    CallFailure failure = CallFailure.in(superseded.getCause());
    assertThat(failure.code()).isEqualTo(Status.Code.ABORTED);
    assertThat(failure.reason()).isEqualTo("SUPERSEDED");
    assertThat(second.get().getGranted().getToken()).isGreaterThan(token);
  }

  @Test
  void requestsWithoutANumberAreNumberedApart() {
    AcquireRequest first = Ask.lock("/plain/a").setSession(waiter.id()).build();
    AcquireRequest second = Ask.lock("/plain/b").setSession(waiter.id()).build();

    long token = node.calls().acquire(first).getGranted().getToken();
    long other = node.calls().acquire(second).getGranted().getToken();

    assertThat(other).isGreaterThan(token);
    assertThat(view("/plain/b").getHolds(0).getRequest())
        .isGreaterThan(view("/plain/a").getHolds(0).getRequest());
  }
}
