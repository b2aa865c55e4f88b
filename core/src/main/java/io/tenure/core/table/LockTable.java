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
import io.tenure.core.request.DeadlockSuspects;
import io.tenure.core.request.GrantRule;
import io.tenure.core.session.Owner;
import io.tenure.core.session.RequestFingerprint;
import io.tenure.core.session.SessionEntry;
import io.tenure.core.session.SuspendedRequests;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All holds and waiting requests, and the transitions between them. Every operation that ends or
 * weakens a claim must be followed by {@link #settle}, which grants the requests that have become
 * free, in order of arrival.
 */
public final class LockTable {
  private final KeyTrie trie = new KeyTrie();
  private final LongMap<Claim> byToken = new LongMap<>();
  private final RecordArrays<Hold> holds = new RecordArrays<>();
  private final RecordArrays<WaitingRequest> waiting = new RecordArrays<>();
  private final ReviewQueue reviews = new ReviewQueue();
  private final DeadlockSuspects suspects = new DeadlockSuspects();
  private final SuspendedRequests suspended = new SuspendedRequests();

  /** How many targets the present command may still grant to waiting requests. */
  private int grantable;

  private final EventJournal journal;
  private int heldTargets;
  private int waitingTargets;
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

  /** Targets of all holds. */
  public int heldTargets() {
    return heldTargets;
  }

  /** Targets of all waiting and suspended requests. */
  public int waitingTargets() {
    return waitingTargets + suspended.targets();
  }

  /** The footprint of all holds, and of the nodes of all keys. */
  public long heldBytes() {
    return heldBytes + trie.nodes() * Footprint.NODE;
  }

  /** The footprint of all waiting and suspended requests. */
  public long waitingBytes() {
    return waitingBytes + suspended.bytes();
  }

  public ReviewQueue reviews() {
    return reviews;
  }

  public DeadlockSuspects suspects() {
    return suspects;
  }

  public SuspendedRequests suspended() {
    return suspended;
  }

  @Nullable
  public Claim byToken(long token) {
    return byToken.get(token);
  }

  /**
   * A new claim that is not yet visible to others. Must end in {@link #grant}, {@link #queue} or
   * {@link #discard}.
   */
  public Claim draft(SessionEntry session, AcquireLock command) {
    return draftAt(journal.next(), session, command);
  }

  /** A new claim for a suspended request, at its previous queue position. */
  public Claim draftAt(long arrival, SessionEntry session, AcquireLock command) {
    Owner owner = session.owner(command.owner());
    Owner party = session.party(owner, command.party());
    long number = command.request().number();
    return place(new Claim(owner, party, number, command.targets(), arrival, null));
  }

  /** A new claim for the upgrade of a hold. */
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

  /** Turns a draft or a waiting claim into a hold, with the next revision as its token. */
  public void grant(Claim claim, Value value, GrantCause cause) {
    grant(claim, value, cause, WaitingRequest.NO_HOLD);
  }

  /** Replaces a hold by its upgrade, under a new token. */
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
    reviews.addCoveredBy(claim);
    if (!claim.owner.hasOneParty(claim.party)) {
      // A hold of another party may cover the claim, so that it was granted ahead of others.
      suspects.add(claim.party);
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
      target.leaveHeld(reviews.watchersReview);
    }
    claim.owner.removeHeld(claim);
    claim.owner.session.removeHeld(claim);
    byToken.remove(claim.hold().token());
    holds.remove(claim);
    heldTargets -= claim.targets.length;
    heldBytes -= claim.bytes;
    reviews.addBlockedBy(claim);
  }

  /** Puts a draft into the queue without an event, so that a deadlock search can include it. */
  public void enterQueue(Claim claim) {
    for (TargetClaim target : claim.targets) {
      target.enterWaiting();
    }
    claim.owner.addWaiting(claim);
    waitingTargets += claim.targets.length;
  }

  /** Undoes {@link #enterQueue}. */
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

  /** Completes the queueing of a claim that has a witness and has entered the queue. */
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

  /** Removes a waiting claim from the queue for good. */
  public void withdraw(Claim claim, EndCause cause) {
    withdrawUnanswered(claim, cause);
    claim.owner.session.remember(
        claim.number, RequestFingerprint.of(claim), new Outcome.Ended(0, cause));
  }

  /** Removes a waiting claim from the queue until its client reconnects. */
  public void standAside(Claim claim) {
    WaitingRequest request = claim.waiting();
    withdrawUnanswered(claim, EndCause.AWAY);
    suspended.add(claim.owner.session, request);
  }

  private void withdrawUnanswered(Claim claim, EndCause cause) {
    WaitingRequest request = claim.waiting();
    leaveQueue(claim);
    if (claim.upgradeOf != null) {
      claim.upgradeOf.upgrade = null;
    }
    journal.add(new Event.Withdrawn(journal.next(), request, cause));
    reviews.addBlockedBy(claim);
    prune(claim);
    claim.owner.session.dropIfIdle(claim);
  }

  /** Ends a hold, after the upgrade that waits to replace it. */
  public void release(Claim claim, EndCause cause) {
    if (claim.upgrade != null) {
      withdraw(claim.upgrade, cause);
    }
    leaveHeld(claim);
    suspects.addUncoveredBy(claim);
    Hold hold = claim.hold();
    journal.add(new Event.Released(journal.next(), hold, cause));
    Outcome answer = new Outcome.Ended(hold.token(), cause);
    claim.owner.session.remember(claim.number, RequestFingerprint.of(claim), answer);
    claim.owner.session.dropCall(claim.number);
    prune(claim);
    claim.owner.session.dropIfIdle(claim);
  }

  /** Makes a hold shared, in place and with its token. */
  public void downgrade(Claim claim, List<Target> shared) {
    Hold old = claim.hold();
    claim.owner.session.keepCall(claim.number, RequestFingerprint.of(claim));
    Claim downgraded =
        place(new Claim(claim.owner, claim.party, claim.number, shared, claim.since, null));
    leaveHeld(claim);
    suspects.addUncoveredBy(claim);
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

  /** Restores a hold of a snapshot; called in the order of {@code since}. */
  public void restoreHold(Owner owner, Hold hold, long since) {
    Owner party = owner.session.party(owner, hold.party());
    long number = hold.request().number();
    Claim claim = place(new Claim(owner, party, number, hold.targets(), since, null));
    enterHeld(claim, hold, since);
  }

  /** Restores a waiting request of a snapshot; its witness is searched when all are restored. */
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

  /** Starts a command, which may grant this many targets to waiting requests. */
  public void begin(int grantable) {
    this.grantable = grantable;
  }

  /**
   * Whether earlier commands have left requests to review, which may be free. A restored replica
   * may answer no where others answer yes, but then none of these requests is free.
   */
  public boolean isUnsettled() {
    return !reviews.isEmpty();
  }

  /**
   * Grants the requests that have become free, the earliest first, until the command may grant no
   * more. The rest is granted by later commands; until then it keeps waiting, so later requests
   * stay behind it. Only grants are counted, because only grants are the same on a replica that was
   * restored in between: such a replica does not repeat examinations that grant nothing.
   */
  public void settle() {
    reviews.addVacancies();
    while (grantable > 0 && !reviews.isEmpty()) {
      Claim claim = reviews.next();
      if (claim != null && claim.waiting != null) {
        claim.stopWatching();
        reviews.countExamination();
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
