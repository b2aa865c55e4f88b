package io.tenure.core.table;

import io.tenure.core.model.Limits;
import io.tenure.core.session.Owner;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims that wait in one line and share the reason why they must wait. When a claim ends, each of
 * its watchers looks for another reason. With thousands of watchers, one withdrawal would cost
 * thousands of examinations, and so would the next one. A shared witness looks for a reason for all
 * of its members at once: the first claim of the line blocks all claims behind it, except those of
 * its own owner, of which there are few ({@link Limits#waitersPerOwner}).
 *
 * <p>Invariants, while it has members:
 *
 * <ol>
 *   <li>the reason stands ahead of every member, is no member's owner's, and conflicts, here, with
 *       what each of them waits for: it waits in the line, or has been granted since;
 *   <li>it is in the list of shared witnesses of its reason.
 * </ol>
 */
final class SharedWitness extends Witness {
  private final WaitingLine line;

  /** By place. */
  private final TreeMap<Long, Claim> members = new TreeMap<>();

  /** Null while there are no members. */
  private @Nullable Claim reason;

  private @Nullable SharedWitness previousOfReason;
  private @Nullable SharedWitness nextOfReason;

  SharedWitness(WaitingLine line) {
    this.line = line;
  }

  /**
   * What a claim is to watch that must wait for {@code last}: this witness if its reason also
   * blocks the claim. The claim must then join it.
   */
  Witness reasonFor(Claim claim, Claim last) {
    if (reason == null) {
      follow(last);
    } else if (reason.place >= claim.place) {
      leaveOutOwner(last.owner, reason);
      follow(last);
    } else if (reason.owner == claim.owner) {
      return last;
    }
    return this;
  }

  /** Has the few members of one owner watch the present reason themselves. */
  private void leaveOutOwner(Owner owner, Claim present) {
    for (Claim own = owner.waiting().first; own != null; own = own.nextOfOwner) {
      if (own.witness == this) {
        own.stopWatching();
        own.watch(present);
      }
    }
  }

  private void follow(Claim next) {
    if (reason != null) {
      unlink(reason);
    }
    reason = next;
    nextOfReason = next.firstSharedWitness;
    if (nextOfReason != null) {
      nextOfReason.previousOfReason = this;
    }
    next.firstSharedWitness = this;
  }

  private void unlink(Claim from) {
    if (previousOfReason == null) {
      from.firstSharedWitness = nextOfReason;
    } else {
      previousOfReason.nextOfReason = nextOfReason;
    }
    if (nextOfReason != null) {
      nextOfReason.previousOfReason = previousOfReason;
    }
    previousOfReason = null;
    nextOfReason = null;
    reason = null;
  }

  @Override
  void addWatcher(Claim watcher) {
    members.put(watcher.place, watcher);
  }

  @Override
  void removeWatcher(Claim watcher) {
    members.remove(watcher.place);
    if (members.isEmpty() && reason != null) {
      unlink(reason);
    }
  }

  /**
   * The reason is over and has left the line.
   *
   * @param look told of each member for which the next reason is none
   */
  void loseReason(Claim gone, Consumer<Claim> look) {
    unlink(gone);
    TargetClaim first = line.first();
    if (first == null) {
      leaveAll(members, look);
      return;
    }
    leaveAll(members.headMap(first.claim.place, true), look);
    for (Claim own = first.owner().waiting().first; own != null; own = own.nextOfOwner) {
      if (own.witness == this) {
        own.stopWatching();
        look.accept(own);
      }
    }
    if (!members.isEmpty()) {
      follow(first.claim);
    }
  }

  private static void leaveAll(SortedMap<Long, Claim> leaving, Consumer<Claim> look) {
    for (Claim claim : leaving.values()) {
      claim.witness = null;
      look.accept(claim);
    }
    leaving.clear();
  }
}
