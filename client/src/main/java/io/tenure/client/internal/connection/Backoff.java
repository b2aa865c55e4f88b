package io.tenure.client.internal.connection;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Random pauses between attempts, whose upper limit doubles with each attempt up to a maximum. Not
 * for several threads at once.
 */
public final class Backoff {
  private final long first;
  private final long last;
  private long limit;

  /**
   * The unit of time is the caller's.
   *
   * @param first upper limit of the first pause
   * @param last upper limit of the longest pause
   */
  public Backoff(long first, long last) {
    this.first = first;
    this.last = last;
    this.limit = first;
  }

  /** From 0 to the limit: many clients that fail together do not come back together. */
  public long nextWithFullJitter() {
    return next(0);
  }

  /** From half of the limit up, for a server that needs a moment. */
  long nextWithHalfJitter() {
    return next(limit / 2);
  }

  private long next(long least) {
    long pause = ThreadLocalRandom.current().nextLong(least, limit + 1);
    limit = Math.min(last, limit * 2);
    return pause;
  }

  /** An attempt has succeeded. */
  public void reset() {
    limit = first;
  }
}
