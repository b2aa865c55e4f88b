package io.tenure.simulation.world;

/**
 * The two clocks of a node.
 *
 * <p>The monotonic one measures durations. It runs at a rate of its own and starts at a number of
 * its own, so that readings of two nodes have nothing to say to each other. The wall clock tells
 * the date, runs at the same rate, and jumps when somebody or something sets it. Tenure uses the
 * first one only; the wall clock is here for the services that trust it.
 */
public final class LocalClock {
  /**
   * How far from 1 the rate of a sane clock may be: 5 ms per second, far worse than real quartz.
   */
  public static final double SANE_DRIFT = 0.005;

  private final World world;
  private double rate = 1;
  private long readAt;
  private long reading;
  private long wallOffset;

  LocalClock(World world, long origin) {
    this.world = world;
    this.readAt = world.now();
    this.reading = origin;
    this.wallOffset = -origin;
  }

  public long monotonic() {
    return reading + (long) ((world.now() - readAt) * rate);
  }

  public long wall() {
    return monotonic() + wallOffset;
  }

  public double rate() {
    return rate;
  }

  public boolean isSane() {
    return isSane(rate);
  }

  public static boolean isSane(double rate) {
    return Math.abs(rate - 1) <= SANE_DRIFT;
  }

  void jumpWall(long nanos) {
    wallOffset += nanos;
  }

  void setRate(double newRate) {
    reading = monotonic();
    readAt = world.now();
    rate = newRate;
  }

  /** How long the world waits until this clock has moved by so much, at its present rate. */
  long worldNanos(long localNanos) {
    return localNanos <= 0 ? 0 : (long) Math.ceil(localNanos / rate) + 1;
  }
}
