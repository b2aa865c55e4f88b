package io.tenure.core.table;

import io.tenure.core.request.GrantRule;
import io.tenure.core.session.Owner;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waiting claims whose reason to wait has ended, in order of arrival. {@link LockTable#settle}
 * takes them out and either grants them or finds another reason.
 */
public final class ReviewQueue {
  private final PriorityQueue<Claim> queue =
      new PriorityQueue<>(Comparator.comparingLong(claim -> claim.place));

  /** Semaphores of which a permit was returned since the last {@link #addVacancies}. */
  private final Set<KeyNode> vacated = new LinkedHashSet<>();

  /** Created once: it is used with every hold that ends. */
  final Consumer<HeldList> watchersReview = this::addWatchersOf;

  private final Consumer<Claim> review = this::add;
  private long examinations;

  public boolean isEmpty() {
    return queue.isEmpty();
  }

  /**
   * How often a waiting request was examined to find out whether it is free or covered. A command
   * should not add much more to this than it grants.
   */
  public long examinations() {
    return examinations;
  }

  public void add(Claim claim) {
    if (!claim.inReview) {
      claim.inReview = true;
      queue.add(claim);
    }
  }

  /** Removes the earliest claim; null if there is none. Some may have stopped waiting meanwhile. */
  @Nullable Claim next() {
    Claim claim = queue.poll();
    if (claim != null) {
      claim.inReview = false;
    }
    return claim;
  }

  void countExamination() {
    examinations++;
  }

  /** Adds the owner's waiting claims for whose blocked target the new hold is a cover. */
  void addCoveredBy(Claim held) {
    for (Claim own = held.owner.waiting().first; own != null; own = own.nextOfOwner) {
      if (!own.inReview) {
        examinations++;
        if (GrantRule.isCovered(own.blocked())) {
          add(own);
        }
      }
    }
  }

  /** Adds the claims that waited for the ended claim, and notes the permits that it returned. */
  void addBlockedBy(Claim ended) {
    ended.dismissWatchers(review);
    for (SharedWitness shared = ended.firstSharedWitness;
        shared != null;
        shared = ended.firstSharedWitness) {
      shared.loseReason(ended, review);
    }
    for (TargetClaim target : ended.targets) {
      if (target.isPermit()) {
        vacated.add(target.node);
      }
    }
  }

  /**
   * Adds the watchers of a list that is empty or whose rest, held by one owner, blocks others only.
   */
  private void addWatchersOf(HeldList list) {
    Owner left = list.onlyOwner();
    if (left == null) {
      list.dismissWatchers(review);
      return;
    }
    for (Claim own = left.waiting().first; own != null; own = own.nextOfOwner) {
      if (own.witness == list) {
        own.stopWatching();
        add(own);
      }
    }
  }

  /** Adds the claims that may get one of the permits returned since the last call. */
  void addVacancies() {
    for (KeyNode node : vacated) {
      if (node.isLive()) {
        node.permits().vacancies().forEach(review);
      }
    }
    vacated.clear();
  }
}
