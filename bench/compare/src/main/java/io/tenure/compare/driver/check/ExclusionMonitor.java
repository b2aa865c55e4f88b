package io.tenure.compare.driver.check;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Tracks the current holders of one key in this process, independently of the system that grants
 * it. Checks two invariants:
 *
 * <ol>
 *   <li>An exclusive holder is alone from the return of its acquire until just before its call of
 *       release.
 *   <li>The token of an exclusive grant is greater than every token seen before; the token of a
 *       shared grant is greater than that of every exclusive grant before. Shared holders may learn
 *       of their grants in any order, so their tokens are not compared with each other.
 * </ol>
 */
public final class ExclusionMonitor {
  private static final long EXCLUSIVE = 1L << 32;

  private final String key;
  private final boolean hasTokens;
  private final FaultCounter faults;

  /** Exclusive holders times {@link #EXCLUSIVE} plus shared holders. */
  private final AtomicLong holders = new AtomicLong();

  private long newestToken;
  private long newestExclusiveToken;

  /**
   * Starts without a holder.
   *
   * @param hasTokens whether the system returns tokens; otherwise invariant 2 is not checked
   */
  ExclusionMonitor(String key, boolean hasTokens, FaultCounter faults) {
    this.key = key;
    this.hasTokens = hasTokens;
    this.faults = faults;
  }

  public String key() {
    return key;
  }

  void enter(boolean exclusive, long token) {
    long before = holders.getAndAdd(weight(exclusive));
    if (exclusive ? before != 0 : before >= EXCLUSIVE) {
      faults.violation(
          "%s: granted %s while held by %d exclusive and %d shared holders"
              .formatted(
                  key, exclusive ? "exclusive" : "shared", before / EXCLUSIVE, before % EXCLUSIVE));
    }
    if (hasTokens) {
      compare(exclusive, token);
    }
  }

  void leave(boolean exclusive) {
    holders.addAndGet(-weight(exclusive));
  }

  private static long weight(boolean exclusive) {
    return exclusive ? EXCLUSIVE : 1;
  }

  private synchronized void compare(boolean exclusive, long token) {
    long floor = exclusive ? newestToken : newestExclusiveToken;
    if (token <= floor) {
      faults.staleToken("%s: token %d after token %d".formatted(key, token, floor));
    }
    newestToken = Math.max(newestToken, token);
    if (exclusive) {
      newestExclusiveToken = Math.max(newestExclusiveToken, token);
    }
  }
}
