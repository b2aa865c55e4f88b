package io.tenure.simulation.client;

import io.tenure.simulation.world.Time;

/**
 * How much earlier than the service a client ends a term, because its clock may be slower than the
 * leader's. Two clocks that are each off by half a percent in opposite directions are one percent
 * apart; the share covers twice that, and the fixed part the ticks of timers.
 */
public final class DriftMargin {
  public static final double SHARE_OF_TTL = 0.02;
  public static final long FIXED = Time.millis(5);

  private DriftMargin() {}

  /** How long a client may trust a term of this TTL, counted from when it asked for it. */
  public static long safePart(long ttl) {
    return ttl - (long) (ttl * SHARE_OF_TTL) - FIXED;
  }
}
