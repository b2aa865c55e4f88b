package io.tenure.server.raft.ratis;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * How long to wait before a line to another node is connected again. A line that lasted is
 * connected again at once, since that is how a crash is noticed. Lines that end as soon as they are
 * accepted, as behind a proxy whose target is gone, wait longer and longer, each for a random time
 * below a limit that doubles.
 */
final class ReconnectDelay {
  /** Shorter than the time for which a node that can be used exists. */
  private static final long LASTED_MILLIS = 1_000;

  private static final long FIRST_MILLIS = 4;
  private static final long MOST_MILLIS = 1_000;
  private static final long NOT_CONNECTED_MILLIS = 250;

  private final LongUnaryOperator randomBelow;

  /** Of the next delay after a line that did not last. */
  private long limitMillis;

  ReconnectDelay() {
    this(bound -> ThreadLocalRandom.current().nextLong(bound));
  }

  /**
   * With a source of random numbers.
   *
   * @param randomBelow a number from 0 to less than the one given
   */
  ReconnectDelay(LongUnaryOperator randomBelow) {
    this.randomBelow = randomBelow;
  }

  /** After an attempt that failed: from half of the usual time to one and a half. */
  long whenNotConnected() {
    return NOT_CONNECTED_MILLIS / 2 + randomBelow.applyAsLong(NOT_CONNECTED_MILLIS);
  }

  /** After a line that has ended: at once if it lasted, or is the first that did not. */
  long whenEnded(Duration lasted) {
    if (lasted.toMillis() >= LASTED_MILLIS) {
      limitMillis = 0;
      return 0;
    }
    long delay = limitMillis == 0 ? 0 : 1 + randomBelow.applyAsLong(limitMillis);
    limitMillis = limitMillis == 0 ? FIRST_MILLIS : Math.min(MOST_MILLIS, 2 * limitMillis);
    return delay;
  }
}
