package io.tenure.core;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Command.EndMore;
import io.tenure.core.model.Command.ExpireSession;
import io.tenure.core.model.Command.Numbered;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.RaiseRevision;
import io.tenure.core.model.Command.RevokeHold;
import io.tenure.core.model.Command.SetLimits;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Footprint;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.LimitReached;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.SessionTally;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.request.RequestExecutor;
import io.tenure.core.session.SessionEntry;
import io.tenure.core.snapshot.Snapshot;
import io.tenure.core.snapshot.SnapshotException;
import io.tenure.core.snapshot.SnapshotReader;
import io.tenure.core.snapshot.StateTooLargeException;
import io.tenure.core.table.Claim;
import io.tenure.core.table.EventJournal;
import io.tenure.core.table.LockTable;
import io.tenure.core.table.LongMap;
import io.tenure.core.table.RecordArrays;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lock state machine of one shard: a function from commands to outcomes and events.
 *
 * <p>{@link #apply} is total and deterministic. It throws for nothing that a client can cause; an
 * exception from it is a bug, and the replica must stop. There is no clock: a session ends by a
 * command of the log.
 *
 * <p>Invariants between any two commands, which the tests check after each command:
 *
 * <ol>
 *   <li>no two owners' holds conflict, and no semaphore has more owners than permits;
 *   <li>a grant's token is its revision, greater than every token before it, of any key;
 *   <li>no waiting request could be granted, unless {@link #isEnding} says so;
 *   <li>no granted request has overtaken a conflicting earlier one of another owner;
 *   <li>no party waits for itself, directly or through others;
 *   <li>a key without holds and waiters takes no memory;
 *   <li>the same commands give the same snapshot bytes, even if the state was restored in between.
 * </ol>
 */
public final class LockState {
  private Limits limits;
  private final EventJournal journal;
  private final LockTable table;
  private final RequestExecutor requests;
  private final SessionEntry.Quota answers;
  private final LongMap<SessionEntry> sessions = new LongMap<>();
  private final Map<Long, SessionEntry> byNonce = new HashMap<>();

  private final EndedSessions ended;
  private long nextSession;

  /** An empty shard. */
  public LockState(Limits limits) {
    this(limits, 0, 1);
  }

  public LockState(Limits limits, long revision, long nextSession) {
    this.limits = limits;
    this.journal = new EventJournal(revision);
    this.table = new LockTable(journal);
    this.requests = new RequestExecutor(limits, journal, table);
    this.answers = new SessionEntry.Quota(limits);
    this.ended = new EndedSessions(table);
    this.nextSession = nextSession;
  }

  /** An ended session that still has holds or waiting requests, and why it ended. */
  public record Ending(SessionEntry session, EndCause cause) {}

  /** Executes the next command of the log. */
  public Applied apply(Command command) {
    table.begin(limits.changesPerCommand());
    if (isEnding()) {
      endMore();
    }
    Outcome outcome = execute(command);
    requests.endDeadlockedWaits();
    return new Applied(outcome, journal.drain());
  }

  private Outcome execute(Command command) {
    if (command instanceof Numbered numbered) {
      SessionId id = numbered.request().session();
      SessionEntry session = entry(id);
      return session == null ? new Outcome.SessionUnknown(id) : requests.apply(session, numbered);
    } else if (command instanceof OpenSession open) {
      return open(open);
    } else if (command instanceof CloseSession close) {
      return endSession(close.session(), EndCause.SESSION_CLOSED);
    } else if (command instanceof ExpireSession expire) {
      return endSession(expire.session(), EndCause.SESSION_EXPIRED);
    } else if (command instanceof RevokeHold revoke) {
      return revoke(revoke);
    } else if (command instanceof SetLimits set) {
      return setLimits(set.limits());
    } else if (command instanceof EndMore) {
      return new Outcome.EndedMore(leftToEnd());
    } else if (command instanceof CompareState) {
      return new Outcome.StateCompared();
    } else if (command instanceof RaiseRevision raise) {
      return raise(raise);
    }
    throw new IllegalStateException("broken invariant: unknown command: " + command);
  }

  private Outcome setLimits(Limits changed) {
    limits = changed;
    requests.set(changed);
    answers.set(changed);
    return new Outcome.LimitsSet(changed);
  }

  private Outcome open(OpenSession command) {
    SessionEntry known = byNonce.get(command.nonce());
    if (known != null) {
      return new Outcome.SessionOpened(known.session.id());
    }
    if (sessions.size() >= limits.sessions()) {
      return new LimitReached(Limit.SESSIONS, limits.sessions());
    }
    SessionId id = new SessionId(nextSession++);
    restoreSession(new Session(id, command.nonce(), command.ttlMillis(), command.clientName()));
    return new Outcome.SessionOpened(id);
  }

  public SessionEntry restoreSession(Session session) {
    SessionEntry entry = new SessionEntry(session, answers);
    sessions.put(session.id().number(), entry);
    byNonce.put(session.nonce(), entry);
    return entry;
  }

  private Outcome endSession(SessionId id, EndCause cause) {
    SessionEntry session = entry(id);
    if (session == null) {
      return new Outcome.SessionUnknown(id);
    }
    sessions.remove(id.number());
    byNonce.remove(session.session.nonce());
    session.forgetThrough(Long.MAX_VALUE);
    table.suspended().removeThrough(session, Long.MAX_VALUE);
    Outcome outcome = new Outcome.SessionEnded(id, session.heldCount(), session.waitingCount());
    ended.add(session, cause);
    if (ended.size() == 1) {
      endMore();
    }
    return outcome;
  }

  /** Ends the next claims of ended sessions and grants what has become free, within the limits. */
  private void endMore() {
    ended.endClaims(limits.changesPerCommand());
    table.settle();
  }

  /**
   * Whether ended sessions still have holds or requests, or requests wait that have become free.
   * Each further command does some of this work before its own.
   */
  public boolean isEnding() {
    return !ended.isEmpty() || table.isUnsettled();
  }

  /** How many holds and requests of ended sessions have not been ended yet. */
  public int leftToEnd() {
    return ended.claimsLeft();
  }

  private Outcome revoke(RevokeHold command) {
    Claim claim = table.byToken(command.token());
    if (claim == null) {
      return new Outcome.NotHeld(command.token(), requests.absence(command.token()));
    }
    Hold hold = claim.hold();
    if (hold.targets().stream().noneMatch(target -> target.key().equals(command.key()))) {
      return new Outcome.NotHeld(command.token(), NotHeldReason.OTHER_KEY);
    }
    requests.end(claim, EndCause.REVOKED);
    return new Outcome.Revoked(hold);
  }

  /** Raises session numbers too: a late message must not find a new session with an old number. */
  private Outcome raise(RaiseRevision command) {
    long above = Math.max(journal.revision(), command.above());
    long raised = (above / Limits.REVISION_STEP + 1) * Limits.REVISION_STEP;
    if (raised > Limits.MAX_REVISION - Limits.REVISION_STEP + 1) {
      return new LimitReached(Limit.REVISIONS, Limits.MAX_REVISION);
    }
    journal.raiseTo(raised);
    nextSession = Math.max(nextSession, raised + 1);
    return new Outcome.RevisionRaised(raised);
  }

  /** The revision of the newest event. */
  public long revision() {
    return journal.revision();
  }

  public Limits limits() {
    return limits;
  }

  /** Every live session, by id. */
  public List<Session> sessions() {
    List<Session> all = sessions.map(entry -> entry.session);
    all.sort(Comparator.comparing(Session::id));
    return all;
  }

  /**
   * Every live session with its counts, in no particular order. The time depends on the number of
   * sessions, not on the number of holds.
   */
  public List<SessionTally> sessionTallies() {
    return sessions.map(SessionEntry::tally);
  }

  /** The live session with this id, or null. */
  public @Nullable Session session(SessionId id) {
    SessionEntry entry = entry(id);
    return entry == null ? null : entry.session;
  }

  /** The live session that was opened with this nonce, or null. */
  public @Nullable Session sessionByNonce(long nonce) {
    SessionEntry entry = byNonce.get(nonce);
    return entry == null ? null : entry.session;
  }

  public int sessionCount() {
    return sessions.size();
  }

  /** The highest request number that the session is known to have used; 0 if there is none. */
  public long highestRequest(SessionId id) {
    SessionEntry entry = entry(id);
    return entry == null ? 0 : entry.highestNumber();
  }

  /** Every hold, by token. */
  public List<Hold> holds() {
    return table.holds().picture().inOrder().stream()
        .map(RecordArrays.Stamped::record)
        .sorted(Comparator.comparingLong(Hold::token))
        .toList();
  }

  public int holdCount() {
    return table.holds().size();
  }

  /** Every waiting request, in order of arrival. */
  public List<WaitingRequest> waiting() {
    return table.waiting().picture().inOrder().stream().map(RecordArrays.Stamped::record).toList();
  }

  /** Every waiting request, in no particular order; faster than {@link #waiting}. */
  public List<WaitingRequest> waitingUnordered() {
    List<WaitingRequest> all = new ArrayList<>(waitingCount());
    table.waiting().picture().forEach(all::add);
    return all;
  }

  /** How many requests are suspended because their clients are disconnected. */
  public int suspendedCount() {
    return table.suspended().count();
  }

  public int waitingCount() {
    return table.waiting().size();
  }

  /**
   * The holders and waiters of a key. The holds include those at keys above with scope subtree. The
   * time depends on the holds and on the listed waiters, not on the counted ones.
   */
  public KeyStanding at(Key key, int maxWaiters) {
    return table.at(key, maxWaiters);
  }

  /** The hold with this token, or null. */
  public @Nullable Hold hold(long token) {
    Claim claim = table.byToken(token);
    return claim == null ? null : claim.hold();
  }

  /** How many nodes the key trie has, without its root: 0 if there are no holds and no waiters. */
  int nodes() {
    return table.nodes();
  }

  /**
   * An immutable copy of the state. Copies references only, so the applier is not blocked for long;
   * any thread may then write it out.
   */
  public Snapshot capture() {
    List<Snapshot.EndingImage> over = new ArrayList<>();
    ended.all().forEach(each -> over.add(new Snapshot.EndingImage(each)));
    return new Snapshot(this, nextSession, sessions.map(SessionEntry::image), over);
  }

  /**
   * Reads a state from a snapshot.
   *
   * @throws SnapshotException if this is no snapshot, or one of another version, or damaged
   */
  public static LockState restore(InputStream in) throws IOException {
    return restore(in, Long.MAX_VALUE);
  }

  /**
   * Reads a state from a snapshot, and stops reading when the state takes more memory than this.
   *
   * @throws StateTooLargeException if the state has more {@link #bytes}
   */
  public static LockState restore(InputStream in, long mostBytes) throws IOException {
    return SnapshotReader.read(in, mostBytes);
  }

  /** Restores a session that had ended when the snapshot was taken. */
  public void restoreEnding(Session session, EndCause cause) {
    SessionEntry entry = new SessionEntry(session, answers);
    entry.forgetThrough(Long.MAX_VALUE);
    ended.add(entry, cause);
  }

  public Collection<Ending> ending() {
    return ended.all();
  }

  /** The session; also if it has ended and still has holds or waiting requests. */
  @Nullable
  public SessionEntry entryOrEnding(SessionId id) {
    SessionEntry entry = ended.find(id.number());
    return entry == null ? entry(id) : entry;
  }

  /** The footprint of all holds and of the nodes of all keys, see {@link Footprint}. */
  public long heldBytes() {
    return table.heldBytes();
  }

  /** The footprint of all waiting and suspended requests. */
  public long waitingBytes() {
    return table.waitingBytes();
  }

  /** The footprint of everything, to compare with {@link Limits#memory}. */
  public long bytes() {
    return heldBytes() + waitingBytes() + answerBytes() + sessionCount() * Footprint.SESSION;
  }

  /** The footprint of all ended answers that are kept. */
  public long answerBytes() {
    return answers.bytes();
  }

  @Nullable
  public SessionEntry entry(SessionId id) {
    return sessions.get(id.number());
  }

  public LockTable table() {
    return table;
  }
}
