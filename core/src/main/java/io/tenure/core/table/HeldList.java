package io.tenure.core.table;

import io.tenure.core.session.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Held targets in order of {@link Claim#since}: new ones are always added at the end. Its watchers
 * are claims that are blocked by each of these targets except those of their own owner; they are
 * reviewed when only those are left.
 */
public final class HeldList extends WatcherList {
  @Nullable public HeldLink first;
  private @Nullable HeldLink last;
  public int size;

  /**
   * The first link of another owner than that of the first link; null if all are one owner's. It
   * only ever moves towards the end, so that finding it passes every link once.
   */
  private @Nullable HeldLink otherOwnerLink;

  public void add(HeldLink link) {
    link.previous = last;
    if (last == null) {
      first = link;
    } else {
      last.next = link;
    }
    last = link;
    size++;
    if (otherOwnerLink == null) {
      otherOwnerLink = otherOwnerLinkFrom(link);
    }
  }

  /**
   * Takes a link out.
   *
   * @return whether some watchers have lost their reason: nothing is left, or, now and not before,
   *     nothing but one owner's
   */
  public boolean remove(HeldLink link) {
    HeldLink next = link.next;
    if (link.previous == null) {
      first = next;
    } else {
      link.previous.next = next;
    }
    if (next == null) {
      last = link.previous;
    } else {
      next.previous = link.previous;
    }
    link.previous = null;
    link.next = null;
    size--;
    boolean isMixed = otherOwnerLink != null;
    if (link == otherOwnerLink) {
      otherOwnerLink = otherOwnerLinkFrom(next);
    } else if (first == otherOwnerLink && otherOwnerLink != null) {
      otherOwnerLink = otherOwnerLinkFrom(otherOwnerLink.next);
    }
    return first == null || (isMixed && otherOwnerLink == null);
  }

  private @Nullable HeldLink otherOwnerLinkFrom(@Nullable HeldLink start) {
    HeldLink link = start;
    while (link != null && first != null && isOf(first.target().owner(), link)) {
      link = link.next;
    }
    return link;
  }

  /** Whether something in here is not the owner's. */
  public boolean hasOther(Owner owner) {
    return otherOwnerLink != null || (first != null && !isOf(owner, first));
  }

  /** The owner of everything in here; null if there are several, or nothing. */
  @Nullable
  public Owner onlyOwner() {
    return otherOwnerLink != null || first == null ? null : first.target().owner();
  }

  private static boolean isOf(Owner owner, HeldLink link) {
    return link.target().owner() == owner;
  }
}
