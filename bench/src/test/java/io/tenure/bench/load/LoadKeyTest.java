package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Mode;
import org.junit.jupiter.api.Test;

final class LoadKeyTest {
  private final LoadKey key = new LoadKey("/k", Mode.EXCLUSIVE);
  private final Worker first = new Worker(new Session(null, null, 1), "first", null);
  private final Worker second = new Worker(new Session(null, null, 2), "second", null);

  @Test
  void grantAfterTheReleaseIsFine() {
    assertThat(key.granted(first, 7)).isNull();
    key.released(0);

    assertThat(key.granted(second, 8)).isNull();
  }

  @Test
  void grantWhileAnotherHoldsItIsWrong() {
    assertThat(key.granted(first, 7)).isNull();

    assertThat(key.granted(second, 8)).startsWith("/k: granted to request 0 of second");
  }

  @Test
  void tokenThatDoesNotGrowIsWrong() {
    assertThat(key.granted(first, 7)).isNull();
    key.released(0);

    assertThat(key.granted(second, 7)).isEqualTo("/k: token 7 after 7");
  }

  @Test
  void sharedKeyMayBeHeldByMany() {
    LoadKey shared = new LoadKey("/k", Mode.SHARED);

    assertThat(shared.granted(first, 7)).isNull();
    assertThat(shared.granted(second, 8)).isNull();
  }
}
