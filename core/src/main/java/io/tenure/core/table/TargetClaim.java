package io.tenure.core.table;

import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.core.session.Owner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One target of a claim, at its place in the trie. While held, it is itself the link in the list of
 * its key, and has further links in the lists of what spreads from the key and of what is below the
 * keys above.
 */
public final class TargetClaim extends HeldLink {
  public final Claim claim;
  public final Target target;
  public final KeyNode node;

  /** Which of the claim's targets it is. */
  final byte number;

  private boolean waits;

  private @Nullable Membership memberships;

  public TargetClaim(Claim claim, Target target, KeyNode node, int number) {
    this.claim = claim;
    this.target = target;
    this.node = node;
    this.number = (byte) number;
  }

  @Override
  public TargetClaim target() {
    return this;
  }

  boolean isInLine() {
    return waits;
  }

  /** Its place among the waiting, unique in every index. */
  public long place() {
    return claim.place + number;
  }

  public Owner owner() {
    return claim.owner;
  }

  public boolean isShared() {
    return target.mode().isShared();
  }

  public boolean isPermit() {
    return target.mode().isSemaphore();
  }

  public boolean spreads() {
    return target.scope() == Scope.SUBTREE;
  }

  /** From outside or out of the queue. */
  void enterHeld() {
    if (waits) {
      leaveLines();
    } else {
      node.enter(this);
    }
    if (isPermit() && waits) {
      node.permits().takeAwaited(this);
    } else if (isPermit()) {
      node.permits().take(owner());
    }
    waits = false;
    node.here().add(this);
    if (spreads()) {
      join(node.spread());
    }
    for (KeyNode above = node.above(); above != null; above = above.above()) {
      join(above.below());
    }
  }

  private void join(ClaimIndex index) {
    memberships = new Membership(this, index, memberships);
    index.add(memberships);
  }

  /** Leaves its lists, and names each one that not all of its watchers need wait for any more. */
  void leaveHeld(Consumer<HeldList> freeing) {
    leave(node.here(), this, freeing);
    for (Membership one = memberships; one != null; one = one.another) {
      leave(one.index, one, freeing);
    }
    memberships = null;
    if (isPermit()) {
      node.permits().giveBack(owner());
    }
    node.leave();
  }

  private static void leave(ClaimIndex index, HeldLink link, Consumer<HeldList> freeing) {
    HeldList list = index.listOf(link);
    if (list.remove(link)) {
      freeing.accept(list);
    }
  }

  void enterWaiting() {
    node.enter(this);
    waits = true;
    node.here().addWaiting(this);
    if (spreads()) {
      node.spread().addWaiting(this);
    }
    for (KeyNode above = node.above(); above != null; above = above.above()) {
      above.below().addWaiting(this);
    }
    if (isPermit()) {
      node.permits().await(this);
    }
  }

  void leaveWaiting() {
    leaveLines();
    waits = false;
    if (isPermit()) {
      node.permits().leave(owner());
    }
    node.leave();
  }

  private void leaveLines() {
    node.here().removeWaiting(this);
    if (spreads()) {
      node.spread().removeWaiting(this);
    }
    for (KeyNode above = node.above(); above != null; above = above.above()) {
      above.below().removeWaiting(this);
    }
  }

  /** A held target's link in one more index. */
  private static final class Membership extends HeldLink {
    private final TargetClaim target;
    private final ClaimIndex index;
    private final @Nullable Membership another;

    Membership(TargetClaim target, ClaimIndex index, @Nullable Membership another) {
      this.target = target;
      this.index = index;
      this.another = another;
    }

    @Override
    public TargetClaim target() {
      return target;
    }
  }
}
