package io.tenure.client.plain;

import io.tenure.client.Target;
import io.tenure.client.internal.call.TextLimits;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * An ask for keys, granted all together or not at all, in a session of its own.
 *
 * @param targets 1 to 16, each key once
 * @param ttl how long the hold is good for unless it is renewed: 1 s to 600 s
 * @param maxWait how long to wait: zero not at all, at most a day, or {@link #FOREVER} until it is
 *     granted
 * @param value describes the holder to others; at most 4 KiB in UTF-8
 * @param clientName shown to people; at most 128 bytes in UTF-8
 */
public record PlainRequest(
    List<Target> targets, Duration ttl, Duration maxWait, String value, String clientName) {
  public static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  private static final int MAX_TARGETS = 16;
  private static final int MAX_NAME_BYTES = 128;
  private static final Duration MAX_WAIT = Duration.ofDays(1);

  /** Refuses, with an {@link IllegalArgumentException}, what no service would take. */
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
