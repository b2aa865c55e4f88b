package io.tenure.core.table;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Footprint;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.read.KeyReader;
import io.tenure.core.request.GrantRule;
import io.tenure.core.session.Owner;
import io.tenure.core.session.RequestFingerprint;
import io.tenure.core.session.SessionEntry;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is held or waits, and the moves between the two. {@link #settle} must follow
 * whatever takes a claim away or weakens it: it grants what has become free, in order of arrival.
 */
public final class LockTable {
  private final KeyTrie trie = new KeyTrie();
  private final LongMap<Claim> byToken = new LongMap<>();
  private final RecordArrays<Hold> holds = new RecordArrays<>();
  private final RecordArrays<WaitingRequest> waiting = new RecordArrays<>();
  private final PriorityQueue<Claim> review =
      new PriorityQueue<>(Comparator.comparingLong(claim -> claim.place));

  /** Semaphores that somebody has left since the last {@link #settle}. */
  private final Set<KeyNode> vacated = new LinkedHashSet<>();

  /** Parties that may have come to wait for themselves by what the present command has done. */
  private final Set<Owner> suspects = new LinkedHashSet<>();

  /** Targets that the present command may still grant to requests that have been waiting. */
  private int grantable;

  private final EventJournal journal;
  private int heldTargets;
  private int waitingTargets;
  private int awayTargets;
  private int awayCount;
  private long looks;
  private long heldBytes;
  private long waitingBytes;

  public LockTable(EventJournal journal) {
    this.journal = journal;
  }

  public int nodes() {
    return trie.nodes();
  }

  public KeyStanding at(Key key, int maxWaiters) {
    return KeyReader.at(trie, key, maxWaiters);
  }

  public RecordArrays<Hold> holds() {
    return holds;
  }

  public RecordArrays<WaitingRequest> waiting() {
    return waiting;
  }

  /** Targets of all holds together. */
  public int heldTargets() {
    return heldTargets;
  }

  /** Targets of all requests together that wait or would if their clients were not away. */
  public int waitingTargets() {
    return waitingTargets + awayTargets;
  }

  /** The footprint of all holds, and of the nodes of all keys. */
  public long heldBytes() {
    return heldBytes + trie.nodes() * Footprint.NODE;
  }

  /** The footprint of all requests that wait or would if their clients were not away. */
  public long waitingBytes() {
    return waitingBytes;
  }

  /** Requests that stand aside. */
  public int awayCount() {
    return awayCount;
  }

  /**
   * How often a waiting request was looked at again, to find out whether it is free or covered. A
   * command that adds much more to this than it grants does work in vain.
   */
  public long looks() {
    return looks;
  }

  @Nullable
  public Claim byToken(long token) {
    return byToken.get(token);
  }

  /** A claim that nobody sees yet. Ends in {@link #grant}, {@link #queue} or {@link #discard}. */
  public Claim draft(SessionEntry session, AcquireLock command) {
    return draftAt(journal.next(), session, command);
  }

  /** Likewise, for a request that stands where it once arrived. */
  public Claim draftAt(long arrival, SessionEntry session, AcquireLock command) {
    Owner owner = session.owner(command.owner());
    Owner party = session.party(owner, command.party());
    long number = command.request().number();
    return place(new Claim(owner, party, number, command.targets(), arrival, null));
  }

  /** Likewise, for the upgrade of a hold. */
  public Claim draftUpgrade(Claim held, long number, List<Target> wanted) {
    return place(new Claim(held.owner, held.party, number, wanted, journal.next(), held));
  }

  private Claim place(Claim claim) {
    for (int i = 0; i < claim.targets.length; i++) {
      Target target = claim.wanted.get(i);
      claim.targets[i] = new TargetClaim(claim, target, trie.reach(target.key()), i);
    }
    return claim;
  }

  public void discard(Claim draft) {
    prune(draft);
    draft.owner.session.dropIfIdle(draft);
  }

  private void prune(Claim claim) {
    for (TargetClaim target : claim.targets) {
      trie.prune(target.node);
    }
  }

  /** Makes a draft or a waiting claim a hold, with the next revision as its token. */
  public void grant(Claim claim, Value value, GrantCause cause) {
    grant(claim, value, cause, WaitingRequest.NO_HOLD);
  }

  /** Puts an upgrade in the place of its hold, under a new token. */
  public void grantUpgrade(Claim claim) {
    Claim old = claim.upgradeOf();
    old.owner.session.keepCall(old.number, RequestFingerprint.of(old));
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
    String party = claim.party.id.label();
    enterHeld(claim, new Hold(token, owner, party, request, claim.wanted, value), token);
    journal.add(new Event.Granted(token, claim.hold(), answered, cause, replaced));
    reviewOwn(claim);
    if (!claim.owner.hasOneParty(claim.party)) {
      suspect(claim.party); // It may be covered by a hold of another party, and so go ahead.
    }
  }

  public void suspect(Owner party) {
    suspects.add(party);
  }

  /** How many suspects wait; forgets those that do not. */
  public int countSuspects() {
    if (!suspects.isEmpty()) {
      suspects.removeIf(party -> !party.waitsAsParty());
    }
    return suspects.size();
  }

  /** Takes the next suspect out that waits; null if there is none. */
  @Nullable
  public Owner nextSuspect() {
    Iterator<Owner> left = suspects.iterator();
    while (left.hasNext()) {
      Owner next = left.next();
      left.remove();
      if (next.waitsAsParty()) {
        return next;
      }
    }
    return null;
  }

  public void clearSuspects() {
    suspects.clear();
  }

  /** What its owner waits for may have been covered by the hold that ends. */
  private void suspectUncovered(Claim held) {
    Claim first = held.owner.waiting().first;
    if (first == null) {
      return;
    }
    HeldKeys ended = new HeldKeys();
    ended.add(held);
    for (Claim own = first; own != null; own = own.nextOfOwner) {
      if (ended.coversOneOf(own)) {
        suspect(own.party);
      }
    }
  }

  /** A new hold may cover the target for which one of its owner's claims waits. */
  private void reviewOwn(Claim held) {
    for (Claim own = held.owner.waiting().first; own != null; own = own.nextOfOwner) {
      if (!own.inReview) {
        looks++;
        if (GrantRule.isCovered(own.blocked())) {
          review(own);
        }
      }
    }
  }

  private void enterHeld(Claim claim, Hold hold, long since) {
    claim.hold = hold;
    claim.since = since;
    for (TargetClaim target : claim.targets) {
      target.enterHeld();
    }
    claim.owner.addHeld(claim);
    claim.owner.session.addHeld(claim);
    byToken.put(hold.token(), claim);
    holds.add(claim, hold, since);
    heldTargets += claim.targets.length;
    claim.bytes = Footprint.of(hold);
    heldBytes += claim.bytes;
  }

  private void leaveHeld(Claim claim) {
    for (TargetClaim target : claim.targets) {
      target.leaveHeld(this::reviewWatchersOf);
    }
    claim.owner.removeHeld(claim);
    claim.owner.session.removeHeld(claim);
    byToken.remove(claim.hold().token());
    holds.remove(claim);
    heldTargets -= claim.targets.length;
    heldBytes -= claim.bytes;
    reviewAfter(claim);
  }

  /** Stands a draft in the queue without telling anybody, to see what would come of it. */
  public void enterQueue(Claim claim) {
    for (TargetClaim target : claim.targets) {
      target.enterWaiting();
    }
    claim.owner.addWaiting(claim);
    waitingTargets += claim.targets.length;
  }

  /** The way back from {@link #enterQueue}. */
  public void leaveQueue(Claim claim) {
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
      waitingBytes -= claim.bytes;
      claim.owner.session.removeWaiting(claim);
    }
  }

  /** Makes it known that a claim waits. It has a witness and has entered the queue. */
  public void queue(Claim claim, Value value) {
    OwnerId owner = claim.owner.id;
    RequestId request = new RequestId(owner.session(), claim.number);
    long upgradeOf = WaitingRequest.NO_HOLD;
    if (claim.upgradeOf != null) {
      claim.upgradeOf.upgrade = claim;
      upgradeOf = claim.upgradeOf.hold().token();
    }
    String party = claim.party.id.label();
    WaitingRequest waits =
        new WaitingRequest(claim.arrival(), owner, party, request, claim.wanted, value, upgradeOf);
    becomeWaiting(claim, waits);
    journal.add(new Event.Queued(journal.next(), waits));
  }

  private void becomeWaiting(Claim claim, WaitingRequest request) {
    claim.waiting = request;
    waiting.add(claim, request, request.arrival());
    claim.bytes = Footprint.of(request);
    waitingBytes += claim.bytes;
    claim.owner.session.addWaiting(claim);
  }

  /** Takes a waiting claim out of the queue for good. */
  public void withdraw(Claim claim, EndCause cause) {
    withdrawUnanswered(claim, cause);
    claim.owner.session.remember(
        claim.number, RequestFingerprint.of(claim), new Outcome.Ended(0, cause));
  }

  /** Takes a waiting claim out of the queue until its client is back. */
  public void standAside(Claim claim) {
    WaitingRequest request = claim.waiting();
    withdrawUnanswered(claim, EndCause.AWAY);
    addAway(claim.owner.session, request);
  }

  /** The client is back, or gives the request up, or is gone. */
  @Nullable
  public WaitingRequest endAway(SessionEntry session, long number) {
    WaitingRequest away = session.removeAway(number);
    if (away != null) {
      awayTargets -= away.targets().size();
      waitingBytes -= Footprint.of(away);
      awayCount--;
    }
    return away;
  }

  /** Likewise, for all of them that are numbered up to this. */
  public void endAwayThrough(SessionEntry session, long number) {
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
    claim.owner.session.dropIfIdle(claim);
  }

  /** Ends a hold, and before it the upgrade that waits for it. */
  public void release(Claim claim, EndCause cause) {
    if (claim.upgrade != null) {
      withdraw(claim.upgrade, cause);
    }
    leaveHeld(claim);
    suspectUncovered(claim);
    Hold hold = claim.hold();
    journal.add(new Event.Released(journal.next(), hold, cause));
    Outcome answer = new Outcome.Ended(hold.token(), cause);
    claim.owner.session.remember(claim.number, RequestFingerprint.of(claim), answer);
    claim.owner.session.dropCall(claim.number);
    prune(claim);
    claim.owner.session.dropIfIdle(claim);
  }

  /** Ends claims of a session that is over, at most so many, and returns how many. */
  public int end(SessionEntry session, EndCause cause, int most) {
    int ended = 0;
    for (Claim claim = session.firstWaiting();
        claim != null && ended < most;
        claim = session.firstWaiting()) {
      withdraw(claim, cause);
      ended++;
    }
    for (Claim claim = session.firstHeld();
        claim != null && ended < most;
        claim = session.firstHeld()) {
      release(claim, cause);
      ended++;
    }
    return ended;
  }

  /** Makes a hold shared, in place and with its token. */
  public void downgrade(Claim claim, List<Target> shared) {
    Hold old = claim.hold();
    claim.owner.session.keepCall(claim.number, RequestFingerprint.of(claim));
    Claim downgraded =
        place(new Claim(claim.owner, claim.party, claim.number, shared, claim.since, null));
    leaveHeld(claim);
    suspectUncovered(claim);
    Hold hold = new Hold(old.token(), old.owner(), old.party(), old.request(), shared, old.value());
    enterHeld(downgraded, hold, journal.next());
    journal.add(new Event.Downgraded(journal.next(), hold));
  }

  public void setValue(Claim claim, Value value) {
    Hold old = claim.hold();
    Hold hold =
        new Hold(old.token(), old.owner(), old.party(), old.request(), old.targets(), value);
    claim.hold = hold;
    heldBytes += value.size() - old.value().size();
    claim.bytes += value.size() - old.value().size();
    holds.replace(claim, hold);
    journal.add(new Event.ValueChanged(journal.next(), hold));
  }

  /** Puts back a hold of a snapshot; they come in the order of {@code since}. */
  public void restoreHold(Owner owner, Hold hold, long since) {
    Owner party = owner.session.party(owner, hold.party());
    long number = hold.request().number();
    Claim claim = place(new Claim(owner, party, number, hold.targets(), since, null));
    enterHeld(claim, hold, since);
  }

  /** From the queue, or from a snapshot. */
  public void addAway(SessionEntry session, WaitingRequest away) {
    session.addAway(away);
    awayTargets += away.targets().size();
    waitingBytes += Footprint.of(away);
    awayCount++;
  }

  /** Puts back a waiting request of a snapshot; its witness is found when all are back. */
  public Claim restoreWaiting(Owner owner, WaitingRequest request, @Nullable Claim upgradeOf) {
    long number = request.request().number();
    Owner party = upgradeOf == null ? owner.session.party(owner, request.party()) : upgradeOf.party;
    Claim claim =
        place(new Claim(owner, party, number, request.targets(), request.arrival(), upgradeOf));
    enterQueue(claim);
    becomeWaiting(claim, request);
    if (upgradeOf != null) {
      upgradeOf.upgrade = claim;
    }
    return claim;
  }

  /** Whoever waited for a claim that is gone, or for a permit that it may have had, looks anew. */
  private void reviewAfter(Claim gone) {
    gone.dismissWatchers(this::review);
    for (SharedWitness crowd = gone.firstCrowd; crowd != null; crowd = gone.firstCrowd) {
      crowd.loseReason(gone, this::review);
    }
    for (TargetClaim target : gone.targets) {
      if (target.isPermit()) {
        vacated.add(target.node);
      }
    }
  }

  /** Whatever is left in a list is one owner's, and stands in everybody else's way. */
  private void reviewWatchersOf(HeldList list) {
    Owner left = list.onlyOwner();
    if (left == null) {
      list.dismissWatchers(this::review);
      return;
    }
    for (Claim own = left.waiting().first; own != null; own = own.nextOfOwner) {
      if (own.witness == list) {
        own.stopWatching();
        review(own);
      }
    }
  }

  /** Puts a waiting claim in the line of those that {@link #settle} looks at. */
  public void review(Claim claim) {
    if (!claim.inReview) {
      claim.inReview = true;
      review.add(claim);
    }
  }

  /** A command begins, which may grant this many targets to requests that wait. */
  public void begin(int grantable) {
    this.grantable = grantable;
  }

  /**
   * Whether commands before the present one have left something that may be free now. A replica
   * that was restored may say no where others say yes, but then nothing of it is free.
   */
  public boolean isUnsettled() {
    return !review.isEmpty();
  }

  /**
   * Grants what has become free, the earliest first, until the command may grant no more. What is
   * left is granted by the commands that follow: until then it waits as before, so whatever comes
   * behind it stays behind it. Only grants are counted, for only they are the same on a replica
   * that was restored in between: it need not look at what the others look at in vain.
   */
  public void settle() {
    for (KeyNode node : vacated) {
      if (node.isLive()) {
        node.permits().vacancies().forEach(this::review);
      }
    }
    vacated.clear();
    while (grantable > 0 && !review.isEmpty()) {
      Claim claim = review.remove();
      claim.inReview = false;
      if (claim.waiting != null) {
        claim.stopWatching();
        looks++;
        if (!GrantRule.findWitness(claim)) {
          grantable -= claim.targets.length;
          grantWaiting(claim);
        }
      }
    }
  }

  private void grantWaiting(Claim claim) {
    if (claim.upgradeOf == null) {
      grant(claim, claim.waiting().value(), GrantCause.WAITED);
    } else {
      long number = claim.number;
      RequestFingerprint call = RequestFingerprint.of(claim);
      grantUpgrade(claim);
      Outcome answer = new Outcome.Converted(claim.hold().token());
      claim.owner.session.remember(number, call, answer);
    }
  }
}
