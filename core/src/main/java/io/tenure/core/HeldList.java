package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** Held targets, in order of {@link Claim#since}: they only ever join at the end. */
final class HeldList extends Watched {
  @Nullable HeldLink first;
  private @Nullable HeldLink last;
  int size;

  void add(HeldLink link) {
    link.previous = last;
    if (last == null) {
      first = link;
    } else {
      last.next = link;
    }
    last = link;
    size++;
  }

  void remove(HeldLink link) {
    if (link.previous == null) {
      first = link.next;
    } else {
      link.previous.next = link.next;
    }
    if (link.next == null) {
      last = link.previous;
    } else {
      link.next.previous = link.previous;
    }
    link.previous = null;
    link.next = null;
    size--;
  }

  /** The claim of the first link that is another owner's. */
  @Nullable Claim ofAnother(Owner owner) {
    for (HeldLink link = first; link != null; link = link.next) {
      if (link.target().owner() != owner) {
        return link.target().claim;
      }
    }
    return null;
  }

  /** Whether the owner holds something in here that covers the target. */
  boolean covers(Owner owner, Target target) {
    for (HeldLink link = first; link != null; link = link.next) {
      TargetClaim held = link.target();
      if (held.owner() == owner && held.target.covers(target)) {
        return true;
      }
    }
    return false;
  }
}
