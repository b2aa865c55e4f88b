package io.tenure.core;

import io.tenure.core.Event.EndCause;
import io.tenure.core.Event.GrantCause;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is held or waits, and the moves between the two. {@link #settle} must follow
 * whatever takes a claim away or weakens it: it grants what has become free, in order of arrival.
 */
final class LockTable {
  private final KeyTrie trie = new KeyTrie();
  private final LongMap<Claim> byToken = new LongMap<>();
  private final Slots<Hold> holds = new Slots<>();
  private final Slots<WaitingRequest> waiting = new Slots<>();
  private final PriorityQueue<Claim> review =
      new PriorityQueue<>(Comparator.comparingLong(claim -> claim.place));

  /** Semaphores that somebody has left since the last {@link #settle}. */
  private final Set<KeyNode> vacated = new LinkedHashSet<>();

  private final Journal journal;
  private int heldTargets;
  private int waitingTargets;
  private int awayTargets;
  private int awayCount;

  LockTable(Journal journal) {
    this.journal = journal;
  }

  int nodes() {
    return trie.nodes();
  }

  KeyStanding at(Key key, int maxWaiters) {
    return Reading.at(trie, key, maxWaiters);
  }

  Slots<Hold> holds() {
    return holds;
  }

  Slots<WaitingRequest> waiting() {
    return waiting;
  }

  /** Targets of all holds together. */
  int heldTargets() {
    return heldTargets;
  }

  /** Targets of all requests together that wait or would if their clients were not away. */
  int waitingTargets() {
    return waitingTargets + awayTargets;
  }

  /** Requests that stand aside. */
  int awayCount() {
    return awayCount;
  }

  @Nullable Claim byToken(long token) {
    return byToken.get(token);
  }

  /** A claim that nobody sees yet. Ends in {@link #grant}, {@link #queue} or {@link #discard}. */
  Claim draft(Owner owner, long number, List<Target> wanted, @Nullable Claim upgradeOf) {
    return place(new Claim(owner, number, wanted, journal.next(), upgradeOf));
  }

  /** Likewise, for a request that stands where it once arrived. */
  Claim draftAt(long arrival, Owner owner, long number, List<Target> wanted) {
    return place(new Claim(owner, number, wanted, arrival, null));
  }

  private Claim place(Claim claim) {
    for (int i = 0; i < claim.targets.length; i++) {
      Target target = claim.wanted.get(i);
      claim.targets[i] = new TargetClaim(claim, target, trie.reach(target.key()), i);
    }
    return claim;
  }

  void discard(Claim draft) {
    prune(draft);
    draft.owner.session.dropIfIdle(draft.owner);
  }

  private void prune(Claim claim) {
    for (TargetClaim target : claim.targets) {
      trie.prune(target.node);
    }
  }

  /** Makes a draft or a waiting claim a hold, with the next revision as its token. */
  void grant(Claim claim, Value value, GrantCause cause) {
    grant(claim, value, cause, WaitingRequest.NO_HOLD);
  }

  /** Puts an upgrade in the place of its hold, under a new token. */
  void grantUpgrade(Claim claim) {
    Claim old = claim.upgradeOf();
    old.upgrade = null;
    leaveHeld(old);
    grant(claim, old.hold().value(), GrantCause.UPGRADED, old.hold().token());
  }

  private void grant(Claim claim, Value value, GrantCause cause, long replaced) {
    OwnerId owner = claim.owner.id;
    RequestId answered = new RequestId(owner.session(), claim.number);
    RequestId request = answered;
    if (claim.waiting != null) {
      stopWaiting(claim);
    }
    if (claim.upgradeOf != null) {
      claim.number = claim.upgradeOf.number;
      claim.upgradeOf = null;
      request = new RequestId(owner.session(), claim.number);
    }
    long token = journal.next();
    enterHeld(claim, new Hold(token, owner, request, claim.wanted, value), token);
    journal.add(new Event.Granted(token, claim.hold(), answered, cause, replaced));
    reviewOwn(claim);
  }

  /**
   * A new hold may cover what its owner waits for elsewhere. It may also have joined a list that
   * the owner's claims watch because it holds nothing of theirs.
   */
  private void reviewOwn(Claim held) {
    for (Claim own = held.owner.waiting().first; own != null; own = own.nextOfOwner) {
      if (own.witness instanceof HeldList || held.covers(own)) {
        review(own);
      }
    }
  }

  private void enterHeld(Claim claim, Hold hold, long since) {
    claim.hold = hold;
    claim.since = since;
    for (TargetClaim target : claim.targets) {
      target.enterHeld();
    }
    claim.owner.held.add(claim);
    claim.owner.heldTargets += claim.targets.length;
    claim.owner.session.addLive(claim);
    byToken.put(hold.token(), claim);
    holds.add(claim, hold, since);
    heldTargets += claim.targets.length;
  }

  private void leaveHeld(Claim claim) {
    for (TargetClaim target : claim.targets) {
      target.leaveHeld(this::reviewWatchers);
    }
    claim.owner.held.remove(claim);
    claim.owner.heldTargets -= claim.targets.length;
    claim.owner.session.removeLive(claim.number);
    byToken.remove(claim.hold().token());
    holds.remove(claim);
    heldTargets -= claim.targets.length;
    reviewAfter(claim);
  }

  /** Stands a draft in the queue without telling anybody, to see what would come of it. */
  void enterQueue(Claim claim) {
    for (TargetClaim target : claim.targets) {
      target.enterWaiting();
    }
    claim.owner.addWaiting(claim);
    waitingTargets += claim.targets.length;
  }

  /** The way back from {@link #enterQueue}. */
  void leaveQueue(Claim claim) {
    for (TargetClaim target : claim.targets) {
      target.leaveWaiting();
    }
    stopWaiting(claim);
  }

  private void stopWaiting(Claim claim) {
    claim.owner.removeWaiting(claim);
    claim.stopWatching();
    waitingTargets -= claim.targets.length;
    if (claim.waiting != null) {
      claim.waiting = null;
      waiting.remove(claim);
      claim.owner.session.removeLive(claim.number);
      claim.owner.session.waitingRequests--;
    }
  }

  /** Makes it known that a claim waits. It has a witness and has entered the queue. */
  void queue(Claim claim, Value value) {
    OwnerId owner = claim.owner.id;
    RequestId request = new RequestId(owner.session(), claim.number);
    long upgradeOf = WaitingRequest.NO_HOLD;
    if (claim.upgradeOf != null) {
      claim.upgradeOf.upgrade = claim;
      upgradeOf = claim.upgradeOf.hold().token();
    }
    WaitingRequest waits =
        new WaitingRequest(claim.arrival(), owner, request, claim.wanted, value, upgradeOf);
    becomeWaiting(claim, waits);
    journal.add(new Event.Queued(journal.next(), waits));
  }

  private void becomeWaiting(Claim claim, WaitingRequest request) {
    claim.waiting = request;
    waiting.add(claim, request, request.arrival());
    claim.owner.session.addLive(claim);
    claim.owner.session.waitingRequests++;
  }

  /** Takes a waiting claim out of the queue for good. */
  void withdraw(Claim claim, EndCause cause) {
    withdrawUnanswered(claim, cause);
    Answers.Kind kind = claim.upgradeOf == null ? Answers.Kind.ACQUIRE : Answers.Kind.CONVERT;
    claim.owner.session.remember(claim.number, kind, new Outcome.Ended(0, cause));
  }

  /** Takes a waiting claim out of the queue until its client is back. */
  void standAside(Claim claim) {
    WaitingRequest request = claim.waiting();
    withdrawUnanswered(claim, EndCause.AWAY);
    addAway(claim.owner.session, request);
  }

  /** The client is back, or gives the request up, or is gone. */
  @Nullable WaitingRequest endAway(SessionEntry session, long number) {
    WaitingRequest away = session.removeAway(number);
    if (away != null) {
      awayTargets -= away.targets().size();
      awayCount--;
    }
    return away;
  }

  /** Likewise, for all of them that are numbered up to this. */
  void endAwayThrough(SessionEntry session, long number) {
    for (WaitingRequest away : session.awayThrough(number)) {
      endAway(session, away.request().number());
    }
  }

  private void withdrawUnanswered(Claim claim, EndCause cause) {
    WaitingRequest request = claim.waiting();
    leaveQueue(claim);
    if (claim.upgradeOf != null) {
      claim.upgradeOf.upgrade = null;
    }
    journal.add(new Event.Withdrawn(journal.next(), request, cause));
    reviewAfter(claim);
    prune(claim);
    claim.owner.session.dropIfIdle(claim.owner);
  }

  /** Ends a hold, and before it the upgrade that waits for it. */
  void release(Claim claim, EndCause cause) {
    if (claim.upgrade != null) {
      withdraw(claim.upgrade, cause);
    }
    leaveHeld(claim);
    Hold hold = claim.hold();
    journal.add(new Event.Released(journal.next(), hold, cause));
    Outcome answer = new Outcome.Ended(hold.token(), cause);
    claim.owner.session.remember(claim.number, Answers.Kind.ACQUIRE, answer);
    prune(claim);
    claim.owner.session.dropIfIdle(claim.owner);
  }

  /** Makes a hold shared, in place and with its token. */
  void downgrade(Claim claim, List<Target> shared) {
    Hold old = claim.hold();
    Claim downgraded = place(new Claim(claim.owner, claim.number, shared, claim.since, null));
    leaveHeld(claim);
    Hold hold = new Hold(old.token(), old.owner(), old.request(), shared, old.value());
    enterHeld(downgraded, hold, journal.next());
    journal.add(new Event.Downgraded(journal.next(), hold));
  }

  void setValue(Claim claim, Value value) {
    Hold old = claim.hold();
    Hold hold = new Hold(old.token(), old.owner(), old.request(), old.targets(), value);
    claim.hold = hold;
    holds.replace(claim, hold);
    journal.add(new Event.ValueChanged(journal.next(), hold));
  }

  /** Puts back a hold of a snapshot; they come in the order of {@code since}. */
  void restoreHold(Owner owner, Hold hold, long since) {
    Claim claim = place(new Claim(owner, hold.request().number(), hold.targets(), since, null));
    enterHeld(claim, hold, since);
  }

  /** From the queue, or from a snapshot. */
  void addAway(SessionEntry session, WaitingRequest away) {
    session.addAway(away);
    awayTargets += away.targets().size();
    awayCount++;
  }

  /** Puts back a waiting request of a snapshot; its witness is found when all are back. */
  Claim restoreWaiting(Owner owner, WaitingRequest request, @Nullable Claim upgradeOf) {
    long number = request.request().number();
    Claim claim = place(new Claim(owner, number, request.targets(), request.arrival(), upgradeOf));
    enterQueue(claim);
    becomeWaiting(claim, request);
    if (upgradeOf != null) {
      upgradeOf.upgrade = claim;
    }
    return claim;
  }

  /** Whoever waited for a claim that is gone, or for a permit that it may have had, looks anew. */
  private void reviewAfter(Claim gone) {
    reviewWatchers(gone);
    for (TargetClaim target : gone.targets) {
      if (target.isPermit()) {
        vacated.add(target.node);
      }
    }
  }

  private void reviewWatchers(Watched gone) {
    for (Claim watcher = gone.firstWatcher(); watcher != null; watcher = gone.firstWatcher()) {
      watcher.stopWatching();
      review(watcher);
    }
  }

  private void review(Claim claim) {
    if (!claim.inReview) {
      claim.inReview = true;
      review.add(claim);
    }
  }

  /** Grants what has become free, the earliest first. */
  void settle() {
    for (KeyNode node : vacated) {
      if (node.isLive()) {
        node.permits().vacancies().forEach(this::review);
      }
    }
    vacated.clear();
    for (Claim claim = review.poll(); claim != null; claim = review.poll()) {
      claim.inReview = false;
      if (claim.waiting == null) {
        continue;
      }
      claim.stopWatching();
      if (!Blockers.findWitness(claim)) {
        grantWaiting(claim);
      }
    }
  }

  private void grantWaiting(Claim claim) {
    if (claim.upgradeOf == null) {
      grant(claim, claim.waiting().value(), GrantCause.WAITED);
    } else {
      long number = claim.number;
      grantUpgrade(claim);
      Outcome answer = new Outcome.Converted(claim.hold().token());
      claim.owner.session.remember(number, Answers.Kind.CONVERT, answer);
    }
  }
}
