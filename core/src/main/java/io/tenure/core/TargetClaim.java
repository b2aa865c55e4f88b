package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** One target of a claim, at its place in the trie. */
final class TargetClaim {
  final Claim claim;
  final Target target;
  final KeyNode node;

  /** Its place among the waiting, unique in every index. */
  final long place;

  /** While held: the chain of its links, one for each index that it is in. */
  private @Nullable Link links;

  TargetClaim(Claim claim, Target target, KeyNode node, int index) {
    this.claim = claim;
    this.target = target;
    this.node = node;
    this.place = claim.place + index;
  }

  Owner owner() {
    return claim.owner;
  }

  boolean isShared() {
    return target.mode().isShared();
  }

  boolean isPermit() {
    return target.mode().isSemaphore();
  }

  boolean spreads() {
    return target.scope() == Scope.SUBTREE;
  }

  void enterHeld() {
    node.enter(this);
    if (isPermit()) {
      node.takePermit(owner());
    }
    link(node.here());
    if (spreads()) {
      link(node.spread());
    }
    for (KeyNode above = node.parent; above != null && above.parent != null; above = above.parent) {
      link(above.below());
    }
  }

  void leaveHeld() {
    for (Link link = links; link != null; link = link.another) {
      link.index.remove(link);
    }
    links = null;
    if (isPermit()) {
      node.returnPermit(owner());
    }
    node.leave();
  }

  private void link(ClaimIndex index) {
    Link link = new Link(this, index, links);
    links = link;
    index.add(link);
  }

  void enterWaiting() {
    node.enter(this);
    node.here().addWaiting(this);
    if (spreads()) {
      node.spread().addWaiting(this);
    }
    for (KeyNode above = node.parent; above != null && above.parent != null; above = above.parent) {
      above.below().addWaiting(this);
    }
  }

  void leaveWaiting() {
    node.here().removeWaiting(this);
    if (spreads()) {
      node.spread().removeWaiting(this);
    }
    for (KeyNode above = node.parent; above != null && above.parent != null; above = above.parent) {
      above.below().removeWaiting(this);
    }
    node.leave();
  }

  /** A held target's membership in one index. */
  static final class Link {
    final TargetClaim of;
    final ClaimIndex index;
    final @Nullable Link another;
    @Nullable Link previous;
    @Nullable Link next;

    Link(TargetClaim of, ClaimIndex index, @Nullable Link another) {
      this.of = of;
      this.index = index;
      this.another = another;
    }
  }
}
