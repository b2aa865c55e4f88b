package io.tenure.cli.run;

import io.tenure.client.plain.PlainRequest;
import java.time.Duration;

/** The remaining wait time of a request, counted from the creation of this object. */
final class WaitTime {
  private final Duration atMost;
  private final long startNanos = System.nanoTime();

  /** Starts to count. The limit may be {@link PlainRequest#FOREVER}. */
  WaitTime(Duration atMost) {
    this.atMost = atMost;
  }

  /** Zero when the wait time is used up. */
  Duration left() {
    if (atMost.equals(PlainRequest.FOREVER)) {
      return atMost;
    }
    Duration left = atMost.minusNanos(System.nanoTime() - startNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
