package io.tenure.server.watch;

/**
 * The bounds of watching.
 *
 * @param historyEvents how many events a shard keeps at most
 * @param historyBytes how much memory they may take, by estimate
 * @param batchEvents how many events a round of the delivery looks at, for those that are up to
 *     date and for each that is not
 * @param batchBytes the same by size; also bounds the message that a batch becomes
 * @param backlogEvents how many events may have happened since a subscriber that is not ready was
 *     last up to date, or subscribed
 * @param stallMillis how long a subscriber may be not ready while events wait for it
 * @param progressMillis the longest time without a notice for a subscriber that is up to date
 * @param subscriptions how many a node has at most
 */
public record WatchSettings(
    int historyEvents,
    long historyBytes,
    int batchEvents,
    long batchBytes,
    int backlogEvents,
    long stallMillis,
    long progressMillis,
    int subscriptions) {

  /** Values of 4 KiB make a history of 64 MiB one of about 15,000 events. */
  public static final WatchSettings DEFAULT =
      new WatchSettings(100_000, 64 << 20, 1_000, 1 << 20, 50_000, 10_000, 5_000, 20_000);

  public WatchSettings {
    requirePositive("history events", historyEvents);
    requirePositive("history bytes", historyBytes);
    requirePositive("batch events", batchEvents);
    requirePositive("batch bytes", batchBytes);
    requirePositive("backlog events", backlogEvents);
    requirePositive("stall millis", stallMillis);
    requirePositive("progress millis", progressMillis);
    requirePositive("subscriptions", subscriptions);
    if (backlogEvents >= historyEvents) {
      throw new IllegalArgumentException(
          "backlog events: " + backlogEvents + " (expected: less than the history's)");
    }
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: 1 or more)");
    }
  }
}
