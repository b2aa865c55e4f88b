package io.tenure.server.api.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ReadPermitsTest {
  private final ReadPermits turns = new ReadPermits(2);

  @Test
  void fewHaveATurnAtATimeAndOthersWaitInOrder() {
    CompletableFuture<Void> first = turns.take();
    CompletableFuture<Void> second = turns.take();
    CompletableFuture<Void> third = turns.take();
    CompletableFuture<Void> fourth = turns.take();
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(third).isNotDone();

    turns.give();

    assertThat(third).isCompleted();
    assertThat(fourth).isNotDone();
  }

  @Test
  void turnThatNobodyWaitsForIsThereForTheNext() {
    turns.take().join();
    turns.take().join();
    turns.give();

    assertThat(turns.take()).isCompleted();
    assertThat(turns.take()).isNotDone();
  }
}
