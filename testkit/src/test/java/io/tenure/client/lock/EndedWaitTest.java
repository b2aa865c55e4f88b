package io.tenure.client.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.failure.FrameProxy;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WaiterView;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service ends a wait that its client did not end. */
final class EndedWaitTest {
  private TestServer server;
  private Tenure tenure;
  private Tenure other;
  private ManagedChannel channel;
  private TenureGrpc.TenureBlockingStub calls;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
    tenure = Tenure.builder().endpoints(server.endpoint()).connect();
    other = Tenure.builder().endpoints(server.endpoint()).connect();
    channel = NettyChannelBuilder.forTarget("dns:///" + server.endpoint()).usePlaintext().build();
    calls = TenureGrpc.newBlockingStub(channel);
  }

  @AfterEach
  void stop() {
    tenure.close();
    other.close();
    channel.shutdownNow();
    server.close();
  }

  @Test
  void waitThatTheServiceHasWithdrawnBeginsAgain() throws Exception {
    Hold hold = tenure.lock("/ended").acquire();
    CompletableFuture<Hold> waits =
        other.lock("/ended").waitUpTo(Duration.ofMinutes(10)).acquireAsync();
    CompletableFuture<Hold> waitsForEver = other.lock("/ended").acquireAsync();
    Await.until("both wait", () -> tenure.get("/ended").waiting() == 2);
    List<WaiterView> before = waiters();

    before.forEach(this::withdraw);

    Await.until("others wait", () -> waiters().stream().noneMatch(before::contains));
    Await.until("both wait again", () -> waiters().size() == 2);
    hold.release();
    waits.get(30, TimeUnit.SECONDS).release();
    waitsForEver.get(30, TimeUnit.SECONDS).release();
  }

  private List<WaiterView> waiters() {
    return calls
        .get(GetRequest.newBuilder().setKey("/ended").build())
        .getView()
        .getWaitersList()
        .stream()
        .map(waiter -> waiter.toBuilder().clearWaitingMs().build())
        .toList();
  }

  private void withdraw(WaiterView waiter) {
    var unused =
        calls.withdraw(
            WithdrawRequest.newBuilder()
                .setSession(waiter.getSession())
                .setRequest(waiter.getRequest())
                .build());
  }

  /** This happens if the leader that ended the wait is lost before it could answer. */
  @Test
  void waitThatTheServiceHasWithdrawnInTimeTimedOut() throws Exception {
    try (FrameProxy proxy = new FrameProxy(server.endpoint(), EndedWaitTest::withdrawn);
        Tenure behind = Tenure.connect(proxy.endpoint());
        Hold hold = tenure.lock("/ended").acquire()) {
      assertThatExceptionOfType(TimedOutException.class)
          .isThrownBy(() -> behind.lock("/ended").waitUpTo(Duration.ofMillis(100)).acquire());

      assertThat(hold.isValid()).isTrue();
      assertThat(waiters()).isEmpty();
    }
  }

  private static ServerFrame withdrawn(ServerFrame frame) {
    ServerFrame.Builder changed = frame.toBuilder();
    for (Reply.Builder reply : changed.getRepliesBuilderList()) {
      if (reply.getAcquire().getRefusal().getKind() == Refusal.Kind.TIMED_OUT) {
        reply
            .getAcquireBuilder()
            .getRefusalBuilder()
            .setKind(Refusal.Kind.ENDED)
            .setEndCause(EndCause.BY_WITHDRAWAL);
      }
    }
    return changed.build();
  }
}
