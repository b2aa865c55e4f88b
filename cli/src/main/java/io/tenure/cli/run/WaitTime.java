package io.tenure.cli.run;

import io.tenure.client.plain.PlainRequest;
import java.time.Duration;

/** How much is left of the time that a request may wait, counted from when this was made. */
final class WaitTime {
  private final Duration atMost;
  private final long begunNanos = System.nanoTime();

  /** A time, or {@link PlainRequest#FOREVER}. */
  WaitTime(Duration atMost) {
    this.atMost = atMost;
  }

  /** Zero when it is over. */
  Duration left() {
    if (atMost.equals(PlainRequest.FOREVER)) {
      return atMost;
    }
    Duration left = atMost.minusNanos(System.nanoTime() - begunNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
