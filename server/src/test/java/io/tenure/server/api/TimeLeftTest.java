package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.forward.Forwarding;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A request that has waited at this node waits for the rest of its time elsewhere. */
final class TimeLeftTest {
  private final long fourSecondsAgo = System.nanoTime() - TimeUnit.SECONDS.toNanos(4);

  @Test
  void acquireWaitsForTheRestOfItsTime() {
    Request forwarded = Forwarding.withTimeLeft(acquire(10_000), fourSecondsAgo);

    assertThat(forwarded.getAcquire().getWaitMs()).isBetween(1L, 6_000L);
  }

  @Test
  void upgradeWaitsForTheRestOfItsTime() {
    Request upgrade =
        Request.newBuilder().setConvert(ConvertRequest.newBuilder().setWaitMs(10_000)).build();

    Request forwarded = Forwarding.withTimeLeft(upgrade, fourSecondsAgo);

    assertThat(forwarded.getConvert().getWaitMs()).isBetween(1L, 6_000L);
  }

  @Test
  void timeThatIsOverDoesNotBecomeForEverOrNoWait() {
    Request forwarded = Forwarding.withTimeLeft(acquire(3_000), fourSecondsAgo);

    assertThat(forwarded.getAcquire().getWaitMs()).isEqualTo(1);
  }

  @Test
  void whatDoesNotWaitForSomeTimeStaysAsItIs() {
    Request get = Request.newBuilder().setGet(GetRequest.getDefaultInstance()).build();

    assertThat(Forwarding.withTimeLeft(acquire(-1), fourSecondsAgo)).isEqualTo(acquire(-1));
    assertThat(Forwarding.withTimeLeft(acquire(0), fourSecondsAgo)).isEqualTo(acquire(0));
    assertThat(Forwarding.withTimeLeft(get, fourSecondsAgo)).isEqualTo(get);
  }

  private static Request acquire(long waitMillis) {
    return Request.newBuilder()
        .setAcquire(AcquireRequest.newBuilder().setWaitMs(waitMillis))
        .build();
  }
}
