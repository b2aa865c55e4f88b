package io.tenure.core.table;

import io.tenure.core.model.Footprint;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.session.Owner;
import java.util.List;
import java.util.function.Consumer;
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
 *       queue, or has been granted since;
 *   <li>such a claim that it shares with a {@link SharedWitness} of others;
 *   <li>a list of held targets that all conflict, and that are not all of its own owner;
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
 *   <li>exactly one of {@code witness} and {@code fullAt} is set, and {@code blockedAt} is the
 *       target for which it was found, which no hold of this claim's owner covers;
 *   <li>a witness that is a claim is another owner's, is held or has a smaller {@link #place}, and
 *       conflicts with that target; likewise the reason of a crowd;
 *   <li>a witness that is a list has something of another owner, and all of it conflicts with that
 *       target;
 *   <li>the claim is among the watchers of its witness, and nothing that is over has watchers.
 * </ol>
 */
public final class Claim extends WatcherList {
  /**
   * Claims beyond this number that wait for one and the same claim do so as a {@link
   * SharedWitness}.
   */
  private static final int FEW_WATCHERS = 2;

  /** Places of upgrades are below those of all other requests, which are positive. */
  private static final long UPGRADES_FIRST = 1L << 61;

  /** Who conflicts. */
  public final Owner owner;

  /** Who waits. */
  public final Owner party;

  public final List<Target> wanted;
  public final TargetClaim[] targets;

  /** The request's number in its session; an upgrade takes over that of its hold when granted. */
  public long number;

  /** The hold that this claim, an upgrade, is going to replace. */
  @Nullable public Claim upgradeOf;

  /** The upgrade that waits to replace this hold. */
  @Nullable public Claim upgrade;

  /** Set while held; replaced, never changed, so that a snapshot can keep it. */
  @Nullable Hold hold;

  /** Set while waiting. */
  @Nullable public WaitingRequest waiting;

  /** While held: the revision at which it got its mode, by grant or downgrade. */
  public long since;

  /**
   * Where it stands, or as a draft would stand, among the waiting. The lowest four bits are left to
   * the index of the target.
   */
  public final long place;

  @Nullable Witness witness;
  @Nullable KeyNode fullAt;

  /** Which of the targets it must wait for, whatever is with the others. */
  private byte blockedAt;

  /** Its neighbours in a {@link WatcherList}. */
  @Nullable Claim previousWatcher;

  @Nullable Claim nextWatcher;

  /** How many watch it by themselves. */
  private int watchers;

  /** The first of the crowds that share it as their reason. */
  @Nullable SharedWitness firstSharedWitness;

  /** Its {@link Footprint}, as counted while it is held or waits. */
  long bytes;

  /** Where its record is in the table's {@link RecordArrays}. */
  int slot;

  /** Whether it is in the line of those to be looked at again. */
  boolean inReview;

  @Nullable public Claim previousOfOwner;
  @Nullable public Claim nextOfOwner;

  public Claim(
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
  public long arrival() {
    return (place + (upgradeOf == null ? 0 : UPGRADES_FIRST)) >> 4;
  }

  public Hold hold() {
    Hold held = hold;
    if (held == null) {
      throw new IllegalStateException("broken invariant: claim " + number + " is not held");
    }
    return held;
  }

  public WaitingRequest waiting() {
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

  void watch(Witness reason) {
    witness = reason;
    reason.addWatcher(this);
  }

  /** Notes why it must wait for one of its targets. */
  public void waitFor(TargetClaim blocked, Witness reason) {
    blockedAt = blocked.number;
    watch(reason);
  }

  /** Likewise, if all permits of the target's semaphore are used up. */
  public void waitForPermit(TargetClaim blocked) {
    blockedAt = blocked.number;
    fullAt = blocked.node;
    fullAt.permits().addWaiter(this);
  }

  /** The target that its reason to wait is about. */
  TargetClaim blocked() {
    return targets[blockedAt];
  }

  /** Forgets why it waits. */
  public void stopWatching() {
    if (fullAt != null) {
      fullAt.permits().removeWaiter(this);
      fullAt = null;
    }
    if (witness != null) {
      witness.removeWatcher(this);
      witness = null;
    }
  }

  boolean hasManyWatchers() {
    return watchers >= FEW_WATCHERS;
  }

  @Override
  void addWatcher(Claim watcher) {
    super.addWatcher(watcher);
    watchers++;
  }

  @Override
  void removeWatcher(Claim watcher) {
    super.removeWatcher(watcher);
    watchers--;
  }

  @Override
  void dismissWatchers(Consumer<Claim> look) {
    super.dismissWatchers(look);
    watchers = 0;
  }
}
