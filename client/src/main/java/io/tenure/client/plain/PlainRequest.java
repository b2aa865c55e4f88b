package io.tenure.client.plain;

import io.tenure.client.Target;
import io.tenure.client.internal.call.TextLimits;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * A request for one or more keys, in a session of its own. All keys are granted together, or none.
 *
 * @param targets 1 to 16 targets, each key once
 * @param ttl how long the hold is valid unless it is renewed: 1 s to 600 s
 * @param maxWait how long to wait for other holders: zero not to wait, at most one day, or {@link
 *     #FOREVER}
 * @param value text shown to anyone who inspects the lock; at most 4,096 bytes in UTF-8
 * @param clientName name shown to anyone who inspects the lock; at most 128 bytes in UTF-8
 */
public record PlainRequest(
    List<Target> targets, Duration ttl, Duration maxWait, String value, String clientName) {
  /** As {@code maxWait}: wait until the request is granted. */
  public static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  private static final int MAX_TARGETS = 16;
  private static final int MAX_NAME_BYTES = 128;
  private static final Duration MAX_WAIT = Duration.ofDays(1);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public PlainRequest {
    targets = List.copyOf(targets);
    require(
        !targets.isEmpty() && targets.size() <= MAX_TARGETS, "targets", targets.size(), "1 to 16");
    TextLimits.requireTtl(ttl);
    require(
        maxWait.equals(FOREVER) || (!maxWait.isNegative() && maxWait.compareTo(MAX_WAIT) <= 0),
        "wait",
        maxWait,
        "0 to 1 day, or forever");
    TextLimits.requireValue(value);
    TextLimits.require("name", clientName, 0, MAX_NAME_BYTES);
  }

  private static void require(boolean fits, String what, Object given, String expected) {
    if (!fits) {
      throw new IllegalArgumentException("%s: %s (expected: %s)".formatted(what, given, expected));
    }
  }
}
