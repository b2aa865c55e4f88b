package io.tenure.core;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The claims with one relation to a key: at it, spreading from it, or below it. Split by what they
 * conflict with, so that one that stands in the way is found without looking at those that do not.
 *
 * <p>Held ones are in order of {@link Claim#since}: they only ever join at the end, so a linked
 * list keeps the order for nothing, and it is the same on a replica that was restored. Waiting ones
 * are in order of place.
 */
final class ClaimIndex {
  private @Nullable HeldList shared;
  private @Nullable HeldList unshared;
  private @Nullable TreeMap<Long, TargetClaim> waiting;
  private @Nullable TreeMap<Long, TargetClaim> waitingUnshared;

  private static final HeldList NOTHING = new HeldList();
  private static final NavigableMap<Long, TargetClaim> NOBODY = new TreeMap<>();

  boolean isEmpty() {
    return held() == 0 && waitingCount() == 0;
  }

  int held() {
    return shared().size + unshared().size;
  }

  int waitingCount() {
    return waiting == null ? 0 : waiting.size();
  }

  /** For looking only, like {@link #unshared}: most keys have holds of one kind, or none. */
  HeldList shared() {
    return shared == null ? NOTHING : shared;
  }

  HeldList unshared() {
    return unshared == null ? NOTHING : unshared;
  }

  void add(HeldLink link) {
    if (link.target().isShared()) {
      shared = shared == null ? new HeldList() : shared;
      shared.add(link);
    } else {
      unshared = unshared == null ? new HeldList() : unshared;
      unshared.add(link);
    }
  }

  void remove(HeldLink link) {
    (link.target().isShared() ? shared() : unshared()).remove(link);
  }

  void addWaiting(TargetClaim target) {
    if (waiting == null) {
      waiting = new TreeMap<>();
    }
    waiting.put(target.place(), target);
    if (!target.isShared()) {
      if (waitingUnshared == null) {
        waitingUnshared = new TreeMap<>();
      }
      waitingUnshared.put(target.place(), target);
    }
  }

  void removeWaiting(TargetClaim target) {
    waiting(false).remove(target.place());
    if (!target.isShared()) {
      waiting(true).remove(target.place());
    }
  }

  /** The waiting targets, or only those that conflict with a shared one. */
  private NavigableMap<Long, TargetClaim> waiting(boolean unsharedOnly) {
    NavigableMap<Long, TargetClaim> found = unsharedOnly ? waitingUnshared : waiting;
    return found == null ? NOBODY : found;
  }

  /** A held target of another owner that conflicts with a wish of this mode. */
  @Nullable TargetClaim heldAgainst(Owner owner, boolean wishIsShared) {
    TargetClaim found = unshared().ofAnother(owner);
    return found != null || wishIsShared ? found : shared().ofAnother(owner);
  }

  /** The last waiting target before a place that is another owner's and conflicts. */
  @Nullable TargetClaim waitingAgainst(Owner owner, boolean wishIsShared, long place) {
    NavigableMap<Long, TargetClaim> line = waiting(wishIsShared);
    if (line.isEmpty()) {
      return null;
    }
    Map.Entry<Long, TargetClaim> entry = line.lowerEntry(place);
    while (entry != null && entry.getValue().owner() == owner) {
      entry = line.lowerEntry(entry.getKey());
    }
    return entry == null ? null : entry.getValue();
  }

  /** The waiting targets that conflict with a wish of this mode, the last one before first. */
  Iterable<TargetClaim> waitingBackFrom(long place, boolean wishIsShared) {
    return waiting(wishIsShared).headMap(place, false).descendingMap().values();
  }

  Iterable<TargetClaim> waitingInOrder() {
    return waiting(false).values();
  }

  /** Whether the owner holds something in here that covers the target. */
  boolean covers(Owner owner, Target target) {
    return unshared().covers(owner, target) || shared().covers(owner, target);
  }
}
