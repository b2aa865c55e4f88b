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
  private static final HeldList NOTHING = new HeldList();
  private static final NavigableMap<Long, TargetClaim> NOBODY = new TreeMap<>();

  private @Nullable HeldList shared;
  private @Nullable HeldList unshared;
  private @Nullable TreeMap<Long, TargetClaim> waiting;
  private @Nullable TreeMap<Long, TargetClaim> waitingUnshared;

  int held() {
    return shared().size + unshared().size;
  }

  /** Whether somebody waits behind this place. */
  boolean goesOnAfter(long place) {
    return waiting != null && !waiting.isEmpty() && waiting.lastKey() > place;
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

  /** Takes a link out of its list and returns the list. */
  HeldList remove(HeldLink link) {
    HeldList list = link.target().isShared() ? shared() : unshared();
    list.remove(link);
    return list;
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
    conflicting(false).remove(target.place());
    if (!target.isShared()) {
      conflicting(true).remove(target.place());
    }
  }

  /** The waiting targets that conflict with a wish of this mode. */
  private NavigableMap<Long, TargetClaim> conflicting(boolean wishIsShared) {
    NavigableMap<Long, TargetClaim> found = wishIsShared ? waitingUnshared : waiting;
    return found == null ? NOBODY : found;
  }

  /**
   * What other owners hold in here against a wish of this mode: the whole list if none of it is the
   * owner's, else one claim.
   */
  @Nullable Watched heldAgainst(Owner owner, boolean wishIsShared) {
    HeldList list = unshared();
    Claim found = list.ofAnother(owner);
    if (found == null && !wishIsShared) {
      list = shared();
      found = list.ofAnother(owner);
    }
    return found == null || owner.mayBeIn(this) ? found : list;
  }

  /** The last waiting target before a place that is another owner's and conflicts. */
  @Nullable Claim waitingAgainst(Owner owner, boolean wishIsShared, long place) {
    NavigableMap<Long, TargetClaim> line = conflicting(wishIsShared);
    if (line.isEmpty()) {
      return null;
    }
    Map.Entry<Long, TargetClaim> entry = line.lowerEntry(place);
    if (entry == null || entry.getValue().owner() != owner) {
      return entry == null ? null : entry.getValue().claim;
    }
    for (TargetClaim ahead : waitingBackFrom(entry.getKey(), wishIsShared)) {
      if (ahead.owner() != owner) {
        return ahead.claim;
      }
    }
    return null;
  }

  /** The waiting targets that conflict with a wish of this mode, the last one before first. */
  Iterable<TargetClaim> waitingBackFrom(long place, boolean wishIsShared) {
    return conflicting(wishIsShared).headMap(place, false).descendingMap().values();
  }

  Iterable<TargetClaim> waitingInOrder() {
    return conflicting(false).values();
  }
}
