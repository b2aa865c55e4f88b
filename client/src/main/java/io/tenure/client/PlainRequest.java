package io.tenure.client;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * An ask for keys, granted all together or not at all, in a session of its own.
 *
 * @param targets 1 to 16, each key once
 * @param ttl how long the hold is good for unless it is renewed
 * @param maxWait how long to wait: zero not at all, {@link #FOREVER} until it is granted
 * @param value describes the holder to others
 * @param clientName shown to people
 */
public record PlainRequest(
    List<Target> targets, Duration ttl, Duration maxWait, String value, String clientName) {
  public static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  public PlainRequest {
    targets = List.copyOf(targets);
  }
}
