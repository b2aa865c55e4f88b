package io.tenure.compare.driver;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows who is inside a key, independently of the system that grants it.
 *
 * <ol>
 *   <li>A writer is alone from the return of its acquire until just before it calls release.
 *   <li>A writer's token is greater than every token seen before; a reader's is greater than that
 *       of every writer before. Readers may learn of their grants in another order than they got
 *       them, so they are not compared with each other.
 * </ol>
 */
final class Guard {
  private static final long WRITER = 1L << 32;

  private final String key;
  private final boolean tokens;
  private final Tally tally;

  /** Writers inside times {@link #WRITER} plus readers inside. */
  private final AtomicLong inside = new AtomicLong();

  private long newestToken;
  private long newestWriterToken;

  Guard(String key, boolean tokens, Tally tally) {
    this.key = key;
    this.tokens = tokens;
    this.tally = tally;
  }

  String key() {
    return key;
  }

  void enter(boolean exclusive, long token) {
    long before = inside.getAndAdd(weight(exclusive));
    if (exclusive ? before != 0 : before >= WRITER) {
      tally.violation(
          "%s: granted %s while %d writers and %d readers were inside"
              .formatted(
                  key, exclusive ? "exclusively" : "shared", before / WRITER, before % WRITER));
    }
    if (tokens) {
      compare(exclusive, token);
    }
  }

  void leave(boolean exclusive) {
    inside.addAndGet(-weight(exclusive));
  }

  private static long weight(boolean exclusive) {
    return exclusive ? WRITER : 1;
  }

  private synchronized void compare(boolean exclusive, long token) {
    long floor = exclusive ? newestToken : newestWriterToken;
    if (token <= floor) {
      tally.staleToken("%s: token %d after token %d".formatted(key, token, floor));
    }
    newestToken = Math.max(newestToken, token);
    if (exclusive) {
      newestWriterToken = Math.max(newestWriterToken, token);
    }
  }
}
