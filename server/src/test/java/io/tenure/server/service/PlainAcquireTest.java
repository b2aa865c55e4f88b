package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.Refusal;
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
  void cancelledCallIsWithdrawn() {
    holder.hold("/plain/cancel");
    ListenableFuture<AcquireReply> reply = node.futureCalls().acquire(waiting("/plain/cancel"));
    awaitWaiting("/plain/cancel", 1);

    reply.cancel(true);

    awaitWaiting("/plain/cancel", 0);
  }

  @Test
  void callWhoseDeadlinePassesIsWithdrawn() {
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
