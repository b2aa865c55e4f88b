package io.tenure.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request from the moment it is asked until it is over: first a draft that nobody sees, then
 * waiting or held. Becoming held does not change its identity, so whoever waits for it before the
 * grant goes on waiting for it after.
 *
 * <p><b>Witnesses.</b> Every waiting claim knows one reason why it must wait ({@link #witness} or
 * {@link #fullAt}):
 *
 * <ul>
 *   <li>a claim of another owner that conflicts with one of its targets and stands earlier in the
 *       queue, or is held;
 *   <li>a list of held targets that all conflict and are all other owners';
 *   <li>a semaphore that is used up.
 * </ul>
 *
 * As long as its reason lasts, a claim need not be looked at; when the reason goes away, the claim
 * looks for another one, and is granted if there is none. So no waiter that could be granted is
 * ever left waiting, and a release costs what it changes, not the length of the queue: in a queue
 * for one key everybody's witness is the one just ahead, and who waits for many readers is looked
 * at when the last of them has left.
 *
 * <p>Invariants, for a waiting claim between two commands:
 *
 * <ol>
 *   <li>exactly one of {@code witness} and {@code fullAt} is set;
 *   <li>a witness that is a claim is another owner's, is held or has a smaller {@link #place}, and
 *       conflicts with a target that no hold of this claim's owner covers;
 *   <li>a witness that is a list is not empty, holds nothing of this claim's owner, and all of it
 *       conflicts with such a target;
 *   <li>the claim is among the watchers of its witness, and nothing that is over has watchers.
 * </ol>
 */
final class Claim extends Watched {
  /** Places of upgrades are below those of all other requests, which are positive. */
  private static final long UPGRADES_FIRST = 1L << 61;

  /** Who conflicts. */
  final Owner owner;

  /** Who waits. */
  final Owner party;

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

  @Nullable Watched witness;
  @Nullable KeyNode fullAt;
  private @Nullable Claim previousWatcher;
  private @Nullable Claim nextWatcher;

  /** Its {@link Footprint}, as counted while it is held or waits. */
  long bytes;

  /** Where its record is in the table's {@link Slots}. */
  int slot;

  /** Whether it is in the line of those to be looked at again. */
  boolean inReview;

  @Nullable Claim previousOfOwner;
  @Nullable Claim nextOfOwner;

  Claim(
      Owner owner,
      Owner party,
      long number,
      List<Target> wanted,
      long arrival,
      @Nullable Claim upgradeOf) {
    this.owner = owner;
    this.party = party;
    this.number = number;
    this.wanted = wanted;
    this.upgradeOf = upgradeOf;
    this.place = (arrival << 4) - (upgradeOf == null ? 0 : UPGRADES_FIRST);
    this.targets = new TargetClaim[wanted.size()];
  }

  /** The revision that its place comes from. */
  long arrival() {
    return (place + (upgradeOf == null ? 0 : UPGRADES_FIRST)) >> 4;
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

  /** Whether this hold makes it needless for the other claim to wait for one of its targets. */
  boolean covers(Claim other) {
    for (Target needed : other.wanted) {
      for (Target target : wanted) {
        if (target.covers(needed)) {
          return true;
        }
      }
    }
    return false;
  }

  void watch(Watched reason) {
    witness = reason;
    nextWatcher = reason.firstWatcher();
    if (nextWatcher != null) {
      nextWatcher.previousWatcher = this;
    }
    reason.firstWatcher(this);
  }

  /** Forgets why it waits. */
  void stopWatching() {
    if (fullAt != null) {
      fullAt.permits().waitNoMore(this);
      fullAt = null;
    }
    if (witness == null) {
      return;
    }
    if (previousWatcher == null) {
      witness.firstWatcher(nextWatcher);
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
}
