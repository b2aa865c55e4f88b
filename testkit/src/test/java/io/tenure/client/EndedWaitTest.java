package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waits that the service has ended. */
final class EndedWaitTest {
  private TestServer server;
  private Tenure tenure;
  private Tenure other;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
    tenure = Tenure.builder().endpoints(server.endpoint()).connect();
    other = Tenure.builder().endpoints(server.endpoint()).connect();
  }

  @AfterEach
  void stop() {
    tenure.close();
    other.close();
    server.close();
  }

  /** As it is if the leader that ended the wait is lost before it could say so. */
  @Test
  void waitThatTheServiceHasWithdrawnTimedOut() throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///" + server.endpoint()).usePlaintext().build();
    try (Hold hold = tenure.lock("/ended").acquire()) {
      TenureGrpc.TenureBlockingStub calls = TenureGrpc.newBlockingStub(channel);
      CompletableFuture<Hold> waits =
          other.lock("/ended").waitUpTo(Duration.ofMinutes(10)).acquireAsync();
      Await.until("it waits", () -> tenure.get("/ended").waiting() == 1);
      var waiter =
          calls.get(GetRequest.newBuilder().setKey("/ended").build()).getView().getWaiters(0);

      var unused =
          calls.withdraw(
              WithdrawRequest.newBuilder()
                  .setSession(waiter.getSession())
                  .setRequest(waiter.getRequest())
                  .build());

      assertThat(waits)
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(TimedOutException.class);
      assertThat(hold.isValid()).isTrue();
    } finally {
      channel.shutdownNow();
    }
  }
}
