package io.tenure.server.session;

/**
 * How often a {@link SessionClock} looks at things, and how much it does at a time.
 *
 * @param tickMillis how often {@link SessionClock#tick} is called; also how fine deadlines are told
 *     apart
 * @param expiriesPerTick how many expiries a tick proposes, so that a mass crash cannot stall
 *     grants
 * @param visitsPerTick how many sessions a tick looks at. Each kept one costs a look per TTL: with
 *     the defaults 100,000 sessions of the shortest TTL need half of the 200,000 looks a second
 * @param confirmIntervalMillis how long at least from the start of one confirmation of leadership
 *     to the start of the next; the price of one is shared by all keep-alives of that time
 * @param confirmMostMillis how long at most, if only sessions with long TTLs wait for it
 * @param confirmTimeoutMillis how long a confirmation may take before its keep-alives are failed
 * @param pauseMillis how far a single tick may advance the session time
 * @param maxParked how many keep-alives may wait for their answer
 */
public record SessionSettings(
    long tickMillis,
    int expiriesPerTick,
    int visitsPerTick,
    long confirmIntervalMillis,
    long confirmMostMillis,
    long confirmTimeoutMillis,
    long pauseMillis,
    int maxParked) {

  public SessionSettings {
    requireAtLeast("tick ms", tickMillis, 1);
    requireAtLeast("expiries per tick", expiriesPerTick, 1);
    requireAtLeast("visits per tick", visitsPerTick, expiriesPerTick);
    requireAtLeast("confirm interval ms", confirmIntervalMillis, 0);
    requireAtLeast("confirm most ms", confirmMostMillis, confirmIntervalMillis);
    requireAtLeast("confirm timeout ms", confirmTimeoutMillis, 1);
    requireAtLeast("pause ms", pauseMillis, 2 * tickMillis);
    requireAtLeast("max parked", maxParked, 1);
  }

  /** What the server uses unless told otherwise. */
  public static SessionSettings defaults() {
    return new SessionSettings(100, 1_000, 20_000, 50, 250, 5_000, 500, 200_000);
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: >= " + least + ")");
    }
  }
}
