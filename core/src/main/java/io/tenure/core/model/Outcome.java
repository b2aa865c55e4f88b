package io.tenure.core.model;

import io.tenure.core.LockState;
import io.tenure.core.model.Event.EndCause;
import java.util.List;

/**
 * Every outcome of {@link LockState#apply}. For each command the outcomes are listed in order of
 * precedence: the first one that applies is returned.
 *
 * <p><b>Every command of a session</b>
 *
 * <ol>
 *   <li>{@link SessionUnknown}: nothing was changed. The session does not exist or has ended.
 * </ol>
 *
 * <p><b>{@code AcquireLock}, {@code ReleaseLock}, {@code ConvertHold}, {@code SetValue}</b>, next,
 * so that a retry never executes twice
 *
 * <ol start="2">
 *   <li>{@link RequestReused}: the number was used for another request. Nothing was changed.
 *   <li>the answer of the earlier request: {@link Queued} while it waits, {@link Granted} while it
 *       holds, {@link Ended} after that; {@link NotHeld} where {@link AlreadyHeld} or {@link
 *       Converted} was answered and that hold has ended; otherwise the first answer. Nothing was
 *       executed again.
 *   <li>{@link RequestForgotten}: the answer is no longer kept. Nothing was executed now; whether
 *       the request was executed before is not known.
 * </ol>
 *
 * <p><b>{@code AcquireLock}</b>, next
 *
 * <ol start="5">
 *   <li>{@link AlreadyHeld}: the owner holds exactly these targets. Nothing changed.
 *   <li>{@link KindMismatch}: a key is in use with another kind of lock. Nothing changed.
 *   <li>{@link LimitReached} for {@link Limit#HOLDS}, {@link Limit#HOLDS_PER_OWNER}, {@link
 *       Limit#HELD_BYTES}. Nothing changed.
 *   <li>{@link Granted}: the owner holds all targets from now on.
 *   <li>{@link Busy}: held by others, and the request may not wait. Nothing changed.
 *   <li>{@link LimitReached} for {@link Limit#WAITERS}, {@link Limit#WAITING_BYTES}, {@link
 *       Limit#WAITERS_PER_OWNER}, {@link Limit#WAITERS_PER_PARTY}, {@link Limit#WAITERS_PER_KEY}.
 *       Nothing changed.
 *   <li>{@link LimitReached} for {@link Limit#DEADLOCK_STEPS}: the request is blocked by too many
 *       claims to exclude a deadlock. Nothing changed.
 *   <li>{@link Deadlock}: the request would never be granted. Nothing changed.
 *   <li>{@link Queued}: the request waits. A later {@link Event.Granted} that answers it, or an
 *       {@link Event.Withdrawn}, ends the wait.
 * </ol>
 *
 * A suspended request is sent again like a new one and returns to its queue position, regardless of
 * the limits. Only if that would be a deadlock, or a deadlock cannot be excluded, it is queued
 * last.
 *
 * <p><b>{@code ConvertHold}</b>, after 4: {@link NotHeld}, {@link NotConvertible}, {@link
 * Converted}, then 9 to 13 as above.
 *
 * <p><b>{@code ReleaseLock}</b>, after 4: {@link NotHeld}, {@link Released}.
 *
 * <p><b>{@code SetValue}</b>, after 4: {@link NotHeld}, {@link LimitReached} for {@link
 * Limit#HELD_BYTES}, {@link ValueSet}.
 *
 * <p><b>{@code WithdrawRequest}</b>, after 1
 *
 * <ol start="2">
 *   <li>{@link Granted}: the request holds, and the command does not release it. Nothing changed.
 *   <li>{@link Ended}, {@link EndCause#WITHDRAWN}: it was removed from the queue, or its hold was
 *       released.
 *   <li>{@link RequestReused}: the number was used for a release or a value. Nothing was changed.
 *   <li>the answer that ended it earlier. Nothing was executed again.
 *   <li>{@link RequestForgotten}: as above.
 *   <li>{@link Ended}, {@link EndCause#WITHDRAWN}, token 0: the request has not arrived. If it
 *       arrives later, it gets this answer and is not executed.
 * </ol>
 *
 * <p><b>{@code StandAside}</b>, after 1: {@link Granted} or {@link Queued} for a hold or an
 * upgrade, which do not change; {@link Ended}, {@link EndCause#WITHDRAWN}: the session has too many
 * suspended requests, so this one ended; {@link Ended}, {@link EndCause#AWAY}: the request is
 * suspended.
 *
 * <p><b>{@code OpenSession}</b>: {@link SessionOpened} for the live session that has this nonce;
 * {@link LimitReached} for {@link Limit#SESSIONS}; {@link SessionOpened}.
 *
 * <p><b>{@code CloseSession}, {@code ExpireSession}</b>, after 1: {@link SessionEnded}. The session
 * ends at once. If it has more than {@link Limits#changesPerCommand} holds and requests, the
 * following commands end the rest.
 *
 * <p><b>{@code RevokeHold}</b>: {@link NotHeld}, {@link Revoked}.
 *
 * <p><b>{@code RaiseRevision}</b>: {@link LimitReached} for {@link Limit#REVISIONS}, {@link
 * RevisionRaised}.
 *
 * <p><b>{@code SetLimits}</b>: {@link LimitsSet}. <b>{@code EndMore}</b>: {@link EndedMore}.
 * <b>{@code CompareState}</b>: {@link StateCompared}.
 *
 * <p>Commands without a request id are safe to repeat, but a repetition may have another outcome:
 * closing or expiring again returns {@link SessionUnknown}, revoking again {@link NotHeld}, and
 * raising again raises again.
 */
public sealed interface Outcome {

  /** The outcome without the list of blocking holders, which is kept when memory is short. */
  default Outcome brief() {
    return this;
  }

  /** One of the holds that block a request. */
  record Holder(OwnerId owner, Key key, long token) {}

  /**
   * The holders and waiters that block a request.
   *
   * @param holders other owners' conflicting holds, the longest-standing first, at most {@link
   *     Limits#HOLDERS_NAMED}; empty if only earlier requests block it. The key is the first of the
   *     hold's keys that conflicts
   * @param waiting how many other requests wait, at the target with the most of them
   */
  record Standing(List<Holder> holders, int waiting) {
    Standing brief() {
      return new Standing(List.of(), waiting);
    }
  }

  /**
   * One link of a deadlock: a party waits for the key, with a request of this owner, and the other
   * party holds the key or waits for it earlier.
   */
  record Wait(OwnerId owner, String party, Key key, OwnerId blockedBy, String blockedByParty) {
    /** A link between owners that are their own parties. */
    public Wait(OwnerId owner, Key key, OwnerId blockedBy) {
      this(owner, owner.label(), key, blockedBy, blockedBy.label());
    }
  }

  /** Why a token does not identify a hold that the command may change. */
  enum NotHeldReason {
    /** No grant has reached this number yet. */
    NEVER_GRANTED,
    /** No live hold has it: released, expired, revoked, or upgraded to a newer token. */
    NO_LONGER_HELD,
    /** The hold belongs to another session. */
    FOREIGN,
    /** The hold does not include the key that was named. */
    OTHER_KEY
  }

  /** Why a hold cannot be converted. */
  enum NotConvertibleReason {
    /** It includes a permit of a semaphore, which has no other mode. */
    SEMAPHORE,
    /** An upgrade of this hold waits already. */
    UPGRADE_WAITS
  }

  /** The limit that was reached. */
  enum Limit {
    SESSIONS,
    HOLDS,
    WAITERS,
    WAITERS_PER_OWNER,
    WAITERS_PER_KEY,
    DEADLOCK_STEPS,
    REVISIONS,
    HOLDS_PER_OWNER,
    WAITERS_PER_PARTY,
    HELD_BYTES,
    WAITING_BYTES
  }

  /** The session is open. */
  record SessionOpened(SessionId session) implements Outcome {}

  /** The session ended with this many holds and waiting requests. */
  record SessionEnded(SessionId session, int released, int withdrawn) implements Outcome {}

  /** There is no such session: it was closed, it expired, or it never existed. */
  record SessionUnknown(SessionId session) implements Outcome {}

  /** The request id was used for another command. */
  record RequestReused(RequestId request) implements Outcome {}

  /** The answers up to this number were acknowledged or dropped to save memory. */
  record RequestForgotten(RequestId request, long forgottenThrough) implements Outcome {}

  /** The request is held under this token. */
  record Granted(long token) implements Outcome {}

  /** The owner holds exactly these targets under this token, from an earlier request. */
  record AlreadyHeld(long token) implements Outcome {}

  /** The request waits; {@code arrival} is its position in the order of arrival. */
  record Queued(long arrival, Standing standing) implements Outcome {}

  /** Refused: held by others. */
  record Busy(Standing standing) implements Outcome {
    @Override
    public Outcome brief() {
      return new Busy(standing.brief());
    }
  }

  /**
   * Refused: its party would wait for itself, directly or through others.
   *
   * @param cycle starts with the asking party; at most {@link Limits#CYCLE_NAMED} links
   */
  record Deadlock(List<Wait> cycle) implements Outcome {
    @Override
    public Outcome brief() {
      return new Deadlock(List.of());
    }
  }

  /**
   * Refused: the key is in use with locks where a permit was asked for, or the other way round, or
   * with another limit.
   *
   * @param there the mode of its longest-standing hold, or of its first request if there is none
   * @param standing who holds and who waits at this very key
   */
  record KindMismatch(Key key, Mode there, Standing standing) implements Outcome {
    @Override
    public Outcome brief() {
      return new KindMismatch(key, there, standing.brief());
    }
  }

  /** Refused: {@code value} is the limit that would be exceeded. */
  record LimitReached(Limit limit, long value) implements Outcome {}

  /** The request ended: its hold ended, or, with token 0, it was never granted. */
  record Ended(long token, EndCause cause) implements Outcome {}

  /** The hold was released. */
  record Released(long token) implements Outcome {}

  /** Nothing changed: the session has no hold with this token. */
  record NotHeld(long token, NotHeldReason reason) implements Outcome {}

  /** The hold has the mode that was asked for; an upgrade gave it this new token. */
  record Converted(long token) implements Outcome {}

  /** Nothing changed. */
  record NotConvertible(long token, NotConvertibleReason reason) implements Outcome {}

  /** The hold has the value. */
  record ValueSet(long token) implements Outcome {}

  /** The hold was revoked. */
  record Revoked(Hold hold) implements Outcome {}

  /** These limits apply from now on. */
  record LimitsSet(Limits limits) implements Outcome {}

  /** This many holds and requests of ended sessions are left. */
  record EndedMore(int left) implements Outcome {}

  /** Every replica computes the checksum of its state at this point of the log. */
  record StateCompared() implements Outcome {}

  /** The next event gets the revision after this one. */
  record RevisionRaised(long revision) implements Outcome {}
}
