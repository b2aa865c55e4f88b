package io.tenure.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request from the moment it is asked until it is over: first a draft that nobody sees, then
 * waiting or held. Becoming held does not change its identity, so whoever waits for it before the
 * grant goes on waiting for it after.
 *
 * <p><b>Witnesses.</b> Every waiting claim knows one reason why it must wait: another owner's claim
 * that conflicts with one of its targets and is held or stands earlier in the queue ({@link
 * #witness}), or a semaphore that is used up ({@link #fullAt}). As long as its reason lasts, a
 * claim need not be looked at; when the reason goes away, the claim looks for another one, and is
 * granted if there is none. So no waiter that could be granted is ever left waiting, and a release
 * costs what it changes, not the length of the queue: in a queue for one key everybody's witness is
 * the one just ahead.
 *
 * <p>Invariants, for a waiting claim between two commands:
 *
 * <ol>
 *   <li>exactly one of {@code witness} and {@code fullAt} is set;
 *   <li>the witness is another owner's, is held or has a smaller {@link #place}, and conflicts with
 *       a target that no hold of this claim's owner covers;
 *   <li>the claim is in its witness's list of watchers, and no claim that is over has watchers.
 * </ol>
 */
final class Claim {
  /** Places of upgrades are below those of all other requests, which are positive. */
  private static final long UPGRADES_FIRST = 1L << 61;

  final Owner owner;
  final List<Target> wanted;
  final TargetClaim[] targets;

  /** The request's number in its session; an upgrade takes over that of its hold when granted. */
  long number;

  /** The hold that this claim, an upgrade, is going to replace. */
  @Nullable Claim upgradeOf;

  /** The upgrade that waits to replace this hold. */
  @Nullable Claim upgrade;

  /** Set while held; replaced, never changed, so that a snapshot can keep it. */
  @Nullable Hold hold;

  /** Set while waiting. */
  @Nullable WaitingRequest waiting;

  /** While held: the revision at which it got its mode, by grant or downgrade. */
  long since;

  /**
   * Where it stands, or as a draft would stand, among the waiting. The lowest four bits are left to
   * the index of the target.
   */
  final long place;

  @Nullable Claim witness;
  @Nullable KeyNode fullAt;
  private @Nullable Claim firstWatcher;
  private @Nullable Claim previousWatcher;
  private @Nullable Claim nextWatcher;

  /** Where its record is in the table's {@link Slots}. */
  int slot;

  /** Whether it is in the line of those to be looked at again. */
  boolean inReview;

  @Nullable Claim previousOfOwner;
  @Nullable Claim nextOfOwner;

  Claim(Owner owner, long number, List<Target> wanted, long arrival, @Nullable Claim upgradeOf) {
    this.owner = owner;
    this.number = number;
    this.wanted = wanted;
    this.upgradeOf = upgradeOf;
    this.place = (arrival << 4) - (upgradeOf == null ? 0 : UPGRADES_FIRST);
    this.targets = new TargetClaim[wanted.size()];
  }

  Hold hold() {
    Hold held = hold;
    if (held == null) {
      throw new IllegalStateException("broken invariant: claim " + number + " is not held");
    }
    return held;
  }

  WaitingRequest waiting() {
    WaitingRequest request = waiting;
    if (request == null) {
      throw new IllegalStateException("broken invariant: claim " + number + " does not wait");
    }
    return request;
  }

  Claim upgradeOf() {
    Claim replaced = upgradeOf;
    if (replaced == null) {
      throw new IllegalStateException("broken invariant: claim " + number + " is no upgrade");
    }
    return replaced;
  }

  void watch(Claim blocker) {
    witness = blocker;
    nextWatcher = blocker.firstWatcher;
    if (nextWatcher != null) {
      nextWatcher.previousWatcher = this;
    }
    blocker.firstWatcher = this;
  }

  /** Forgets why it waits. */
  void stopWatching() {
    fullAt = null;
    Claim blocker = witness;
    if (blocker == null) {
      return;
    }
    if (previousWatcher == null) {
      blocker.firstWatcher = nextWatcher;
    } else {
      previousWatcher.nextWatcher = nextWatcher;
    }
    if (nextWatcher != null) {
      nextWatcher.previousWatcher = previousWatcher;
    }
    previousWatcher = null;
    nextWatcher = null;
    witness = null;
  }

  @Nullable Claim firstWatcher() {
    return firstWatcher;
  }

  @Nullable Claim nextWatcher() {
    return nextWatcher;
  }
}
