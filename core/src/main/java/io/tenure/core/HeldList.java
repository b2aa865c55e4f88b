package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** Held targets, in order of {@link Claim#since}: they only ever join at the end. */
final class HeldList extends Watched {
  @Nullable HeldLink first;
  private @Nullable HeldLink last;
  int size;

  /** How many links follow one of another owner: 0 if all are one owner's. */
  private int ownerChanges;

  void add(HeldLink link) {
    ownerChanges += change(last, link);
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
    ownerChanges -= change(link.previous, link) + change(link, link.next);
    ownerChanges += change(link.previous, link.next);
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

  /** A claim of another owner; found at once if all of them, or the first or last, are others'. */
  @Nullable Claim ofAnother(Owner owner) {
    if (last == null || (ownerChanges == 0 && last.target().owner() == owner)) {
      return null;
    }
    HeldLink link = first;
    if (isOf(owner, link) && !isOf(owner, last)) {
      return last.target().claim;
    }
    while (link != null && isOf(owner, link)) {
      link = link.next;
    }
    return link == null ? null : link.target().claim;
  }

  private static boolean isOf(Owner owner, @Nullable HeldLink link) {
    return link != null && link.target().owner() == owner;
  }

  private static int change(@Nullable HeldLink left, @Nullable HeldLink right) {
    return left == null || right == null || left.target().owner() == right.target().owner() ? 0 : 1;
  }
}
