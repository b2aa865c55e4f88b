package io.tenure.core.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims with one relation to a key: at it, spreading from it, or below it. Split by what they
 * conflict with, so that one that stands in the way is found without looking at those that do not.
 *
 * <p>Held ones are in order of {@link Claim#since}: they only ever join at the end, so a linked
 * list keeps the order for nothing, and it is the same on a replica that was restored. Waiting ones
 * are in order of place.
 */
public final class ClaimIndex {
  private static final HeldList NOTHING = new HeldList();

  private @Nullable HeldList shared;
  private @Nullable HeldList unshared;

  /** All that wait; those behind which a target that is not shared must wait. */
  private @Nullable WaitingLine waiting;

  /** Those behind which a shared target must wait. */
  private @Nullable WaitingLine waitingUnshared;

  int held() {
    return shared().size + unshared().size;
  }

  /** Whether somebody waits behind this place. */
  public boolean hasWaiterBehind(long place) {
    return waiting != null && waiting.hasWaiterBehind(place);
  }

  public int waitingCount() {
    return waiting == null ? 0 : waiting.size();
  }

  /** For looking only, like {@link #unshared}: most keys have holds of one kind, or none. */
  public HeldList shared() {
    return shared == null ? NOTHING : shared;
  }

  public HeldList unshared() {
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

  /** The list that a link is in. */
  HeldList listOf(HeldLink link) {
    return link.target().isShared() ? shared() : unshared();
  }

  void addWaiting(TargetClaim target) {
    waiting = waiting == null ? new WaitingLine() : waiting;
    waiting.add(target);
    if (!target.isShared()) {
      waitingUnshared = waitingUnshared == null ? new WaitingLine() : waitingUnshared;
      waitingUnshared.add(target);
    }
  }

  void removeWaiting(TargetClaim target) {
    if (waiting != null) {
      waiting.remove(target);
    }
    if (waitingUnshared != null && !target.isShared()) {
      waitingUnshared.remove(target);
    }
  }

  /** The waiting targets that conflict with a target of this mode. */
  private @Nullable WaitingLine conflicting(boolean isShared) {
    return isShared ? waitingUnshared : waiting;
  }

  /** The list of what is held in here against a target, unless all of it is the owner's. */
  @Nullable
  public HeldList heldAgainst(TargetClaim target) {
    if (unshared().hasOther(target.owner())) {
      return unshared;
    }
    return !target.isShared() && shared().hasOther(target.owner()) ? shared : null;
  }

  /** What waits in here ahead of a target, conflicts with it, and is another owner's. */
  @Nullable
  public Witness waitingAgainst(TargetClaim target) {
    WaitingLine line = conflicting(target.isShared());
    return line == null ? null : line.against(target);
  }

  /** The waiting targets that conflict with a target of this mode, the last one before first. */
  public Iterable<TargetClaim> waitingBackFrom(long place, boolean isShared) {
    WaitingLine line = conflicting(isShared);
    return line == null ? List.of() : line.backFrom(place);
  }

  public Iterable<TargetClaim> waitingInOrder() {
    return waiting == null ? List.of() : waiting.inOrder();
  }
}
