package io.tenure.simulation.world;

/**
 * How the network behaves at present. Delays are drawn for each message, so messages overtake each
 * other all the time.
 *
 * @param minDelay nanoseconds that every message takes
 * @param meanDelay the mean of what comes on top
 * @param tailChance how many messages take {@code tailDelay} on average on top of that
 * @param loss how many messages never arrive
 * @param duplication how many messages arrive twice
 */
public record NetworkConditions(
    long minDelay,
    long meanDelay,
    double tailChance,
    long tailDelay,
    double loss,
    double duplication) {
  /** A quiet data centre. */
  public static final NetworkConditions CALM =
      new NetworkConditions(200 * Time.MICROSECOND, 300 * Time.MICROSECOND, 0, 0, 0, 0);

  public NetworkConditions withLoss(double newLoss) {
    return new NetworkConditions(minDelay, meanDelay, tailChance, tailDelay, newLoss, duplication);
  }

  public NetworkConditions withDuplication(double newDuplication) {
    return new NetworkConditions(minDelay, meanDelay, tailChance, tailDelay, loss, newDuplication);
  }

  public NetworkConditions withTail(double newTailChance, long newTailDelay) {
    return new NetworkConditions(
        minDelay, meanDelay, newTailChance, newTailDelay, loss, duplication);
  }
}
