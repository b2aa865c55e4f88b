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
 * A request from its arrival to its end: first a draft that is not visible to others, then waiting
 * or held. A grant does not change its identity, so claims that wait for it before the grant still
 * wait for it afterwards.
 *
 * <p><b>Witnesses.</b> Every waiting claim knows one reason why it must wait ({@link #witness} or
 * {@link #fullAt}):
 *
 * <ul>
 *   <li>a claim of another owner that conflicts with one of its targets and is earlier in the
 *       queue, or has been granted since;
 *   <li>such a claim that it shares with a {@link SharedWitness} of others;
 *   <li>a list of held targets that all conflict, and that are not all of its own owner;
 *   <li>a semaphore that is used up.
 * </ul>
 *
 * As long as its reason exists, a claim is not examined. When the reason ends, the claim looks for
 * another one, and is granted if there is none. So no waiter that could be granted is left waiting,
 * and the cost of a release depends on what it changes, not on the length of the queue: in a queue
 * for one key each witness is the claim just ahead, and a claim that waits for many readers is
 * examined when the last of them has left.
 *
 * <p>Invariants, for a waiting claim between two commands:
 *
 * <ol>
 *   <li>exactly one of {@code witness} and {@code fullAt} is set, and {@code blockedAt} is the
 *       target for which it was found, which no hold of this claim's owner covers;
 *   <li>a witness that is a claim is another owner's, is held or has a smaller {@link #place}, and
 *       conflicts with that target; the same applies to the reason of a {@link SharedWitness};
 *   <li>a witness that is a list has something of another owner, and all of it conflicts with that
 *       target;
 *   <li>the claim is among the watchers of its witness, and nothing that has ended has watchers.
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

  /** The owner, which decides about conflicts. */
  public final Owner owner;

  /** The party, which decides about deadlocks. */
  public final Owner party;

  public final List<Target> wanted;
  public final TargetClaim[] targets;

  /** The request's number in its session; an upgrade takes over that of its hold when granted. */
  public long number;

  /** The hold that this claim replaces if it is an upgrade. */
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
   * Its position in the queue; for a draft the position it would have. The lowest four bits are
   * used for the index of the target.
   */
  public final long place;

  @Nullable Witness witness;
  @Nullable KeyNode fullAt;

  /** The index of the target for which it must wait. */
  private byte blockedAt;

  /** Its neighbours in a {@link WatcherList}. */
  @Nullable Claim previousWatcher;

  @Nullable Claim nextWatcher;

  /** How many claims watch it directly, without a {@link SharedWitness}. */
  private int watchers;

  /** The first of the shared witnesses that have it as their reason. */
  @Nullable SharedWitness firstSharedWitness;

  /** Its {@link Footprint}, as counted while it is held or waits. */
  long bytes;

  /** Where its record is in the table's {@link RecordArrays}. */
  int slot;

  /** Whether it is in the {@link ReviewQueue}. */
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

  /** The revision that determines its queue position. */
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

  /** Notes that it must wait because all permits of the target's semaphore are used. */
  public void waitForPermit(TargetClaim blocked) {
    blockedAt = blocked.number;
    fullAt = blocked.node;
    fullAt.permits().addWaiter(this);
  }

  /** The target for which it waits. */
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
