package io.tenure.simulation.world;

import java.util.List;
import java.util.SplittableRandom;

/** The world's only source of chance. */
public final class Dice {
  private final SplittableRandom random;

  public Dice(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** True with this probability. */
  public boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** A number from {@code low} to {@code high}, both included. */
  public long between(long low, long high) {
    return low == high ? low : random.nextLong(low, high + 1);
  }

  /** A number from {@code low} to {@code high}, both included. */
  public int between(int low, int high) {
    return low == high ? low : random.nextInt(low, high + 1);
  }

  /** A number from {@code low} to {@code high}. */
  public double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  /** Exponentially distributed: mostly short, sometimes a few times the mean. */
  public long exponential(long mean) {
    return (long) (-StrictMath.log(1 - random.nextDouble()) * mean);
  }

  public <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  public long number() {
    return random.nextLong();
  }
}
