package io.tenure.server.raft.ratis.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatchedSignalTest {
  private final LatchedSignal signal = new LatchedSignal("test");

  @Test
  void aSignalBeforeTheWaitIsHeard() throws Exception {
    signal.signal();
    signal.signal();

    assertThat(signal.await(1, TimeUnit.HOURS)).isTrue();
    assertThat(signal.await(1, TimeUnit.MILLISECONDS)).isFalse();
  }

  @Test
  void aSignalDuringTheWaitIsHeard() throws Exception {
    CompletableFuture<Boolean> heard =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return signal.await(1, TimeUnit.HOURS);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(heard).isNotDone();

    signal.signal();

    assertThat(heard.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void anInterruptEndsTheWait() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> signal.await(1, TimeUnit.HOURS))
        .isInstanceOf(InterruptedException.class);
  }
}
