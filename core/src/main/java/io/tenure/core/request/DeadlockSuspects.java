package io.tenure.core.request;

import io.tenure.core.session.Owner;
import io.tenure.core.table.Claim;
import io.tenure.core.table.HeldKeys;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parties that may have come to wait for themselves because of the present command. */
public final class DeadlockSuspects {
  private final Set<Owner> parties = new LinkedHashSet<>();

  public void add(Owner party) {
    parties.add(party);
  }

  /** Adds the parties of the owner's waiting requests that the ended hold covered in part. */
  public void addUncoveredBy(Claim ended) {
    Claim first = ended.owner.waiting().first;
    if (first == null) {
      return;
    }
    HeldKeys keys = new HeldKeys();
    keys.add(ended);
    for (Claim own = first; own != null; own = own.nextOfOwner) {
      if (keys.coversOneOf(own)) {
        add(own.party);
      }
    }
  }

  /** Drops the parties that do not wait, and returns how many are left. */
  public int countWaiting() {
    if (!parties.isEmpty()) {
      parties.removeIf(party -> !party.waitsAsParty());
    }
    return parties.size();
  }

  /** Removes and returns the next party that waits; null if there is none. */
  @Nullable
  public Owner next() {
    Iterator<Owner> left = parties.iterator();
    while (left.hasNext()) {
      Owner next = left.next();
      left.remove();
      if (next.waitsAsParty()) {
        return next;
      }
    }
    return null;
  }

  public void clear() {
    parties.clear();
  }
}
