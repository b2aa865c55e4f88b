package io.tenure.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.client.Scope;
import io.tenure.client.ScriptedServer;
import io.tenure.client.error.Reason;
import io.tenure.client.view.WatchedKeys;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchStarted;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WatchPositionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ScriptedServer server = new ScriptedServer();
  private final ManagedChannel channel =
      NettyChannelBuilder.forTarget(server.address()).usePlaintext().build();

  /** Overflows soon: System.nanoTime may start anywhere. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);

  private final WatchPosition position =
      new WatchPosition(new WatchedKeys("/a", Scope.KEY), 0, event -> {}, clock::get);

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.close();
  }

  @Test
  void watchThatNeverStartedIsGivenUpAtOnce() {
    assertThat(position.mayResume(Reason.UNREACHABLE)).isFalse();
    assertThat(position.mayResume(Reason.CONNECTION_LOST)).isFalse();
  }

  @Test
  void serverThatIsAwayIsWaitedForButNotForEver() {
    startAndBreak();

    assertThat(position.mayResume(Reason.CONNECTION_LOST)).isTrue();
    clock.addAndGet(PATIENCE.toNanos() - 1);
    assertThat(position.mayResume(Reason.UNREACHABLE)).isTrue();
    clock.addAndGet(1);
    assertThat(position.mayResume(Reason.UNREACHABLE)).isFalse();
  }

  @Test
  void patienceStartsAnewWhenTheServerWasBack() {
    startAndBreak();
    assertThat(position.mayResume(Reason.UNREACHABLE)).isTrue();
    clock.addAndGet(PATIENCE.toNanos());

    startAndBreak();

    assertThat(position.mayResume(Reason.UNREACHABLE)).isTrue();
  }

  @Test
  void whatIsAboutTheWatchItselfEndsIt() {
    startAndBreak();

    assertThat(position.mayResume(Reason.COMPACTED)).isFalse();
    assertThat(position.mayResume(Reason.CROSS_SHARD)).isFalse();
  }

  private void startAndBreak() {
    server.breakAfter(
        WatchReply.newBuilder().setStarted(WatchStarted.newBuilder().setAfter(3)).build());
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(() -> position.follow(channel));
  }
}
