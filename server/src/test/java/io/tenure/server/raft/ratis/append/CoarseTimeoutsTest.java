package io.tenure.server.raft.ratis.append;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.util.TimeDuration;
import org.junit.jupiter.api.Test;

class CoarseTimeoutsTest {
  private static final TimeDuration SHORT = TimeDuration.valueOf(1, TimeUnit.MILLISECONDS);

  @Test
  void theyComeInTheirOrderAndOneThatFailsKeepsNobodyWaiting() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);

    CoarseTimeouts.SHARED.onTimeout(SHORT, () -> heard.add("first"), e -> heard.add("no"));
    CoarseTimeouts.SHARED.onTimeout(
        SHORT,
        () -> {
          throw new IllegalStateException("second");
        },
        e -> heard.add(e.getMessage()));
    CoarseTimeouts.SHARED.onTimeout(SHORT, last::countDown, e -> heard.add("no"));

    assertThat(last.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(heard).containsExactly("first", "second");
  }
}
