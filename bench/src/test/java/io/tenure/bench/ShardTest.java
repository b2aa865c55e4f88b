package io.tenure.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Limits;
import org.junit.jupiter.api.Test;

final class ShardTest {
  @Test
  void everyHoldIsReallyTaken() {
    Shard shard = new Shard(Limits.DEFAULT, 3);

    shard.hold(10);

    assertThat(shard.state.holds()).hasSize(10);
    assertThat(shard.state.sessions()).hasSize(3);
  }

  @Test
  void benchmarkThatIsNotGrantedItsKeyFails() {
    Shard shard = new Shard(Limits.DEFAULT, 1);
    shard.hold(1);

    assertThatThrownBy(
            () -> Shard.expectGranted(shard.acquire(0, "main", Shard.exclusive("/held/0"), false)))
        .hasMessageStartingWith("not granted: Busy");
  }
}
