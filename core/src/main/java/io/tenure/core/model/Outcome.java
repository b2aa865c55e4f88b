package io.tenure.core.model;

import io.tenure.core.LockState;
import io.tenure.core.model.Event.EndCause;
import java.util.List;

/**
 * Every answer that {@link LockState#apply} gives, in one place. For each command the answers are
 * listed in order of precedence: the first one that fits is given.
 *
 * <p><b>Every command of a session</b>
 *
 * <ol>
 *   <li>{@link SessionUnknown}: nothing happened; nothing can happen in that session any more.
 * </ol>
 *
 * <p><b>{@code AcquireLock}, {@code ReleaseLock}, {@code ConvertHold}, {@code SetValue}</b>, next,
 * so that a retry never executes twice
 *
 * <ol start="2">
 *   <li>{@link RequestReused}: the number stands for another request. Nothing happened.
 *   <li>the answer that the request has: {@link Queued} while it waits, {@link Granted} while its
 *       hold lives, {@link Ended} after that; {@link NotHeld} where {@link AlreadyHeld} or {@link
 *       Converted} was answered and that hold has ended; for everything else what was answered the
 *       first time. Nothing happened again.
 *   <li>{@link RequestForgotten}: the answer is gone. Nothing happened now; what happened then is
 *       not known.
 * </ol>
 *
 * <p><b>{@code AcquireLock}</b>, next
 *
 * <ol start="5">
 *   <li>{@link AlreadyHeld}: the owner holds exactly these targets. Nothing changed.
 *   <li>{@link KindMismatch}: a key is in use as something else. Nothing changed.
 *   <li>{@link LimitReached} for {@link Limit#HOLDS}, {@link Limit#HOLDS_PER_OWNER}, {@link
 *       Limit#HELD_BYTES}. Nothing changed.
 *   <li>{@link Granted}: held from now on.
 *   <li>{@link Busy}: not free, and it was not to wait. Nothing changed.
 *   <li>{@link LimitReached} for {@link Limit#WAITERS}, {@link Limit#WAITING_BYTES}, {@link
 *       Limit#WAITERS_PER_OWNER}, {@link Limit#WAITERS_PER_PARTY}, {@link Limit#WAITERS_PER_KEY}.
 *       Nothing changed.
 *   <li>{@link LimitReached} for {@link Limit#DEADLOCK_STEPS}: too many claims stand in the way to
 *       rule a deadlock out. Nothing changed.
 *   <li>{@link Deadlock}: it would wait for ever. Nothing changed.
 *   <li>{@link Queued}: it waits from now on. An {@link Event.Granted} that answers it, or an
 *       {@link Event.Withdrawn}, tells how that ends.
 * </ol>
 *
 * A request that had to stand aside is asked for again like a new one, but stands where it stood
 * before, whatever the counts are now; only where that would be a deadlock, or none can be ruled
 * out, it goes to the end of the queue.
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
 *   <li>{@link Granted}: it is held, and was not to be given back. Nothing changed.
 *   <li>{@link Ended}, {@link EndCause#WITHDRAWN}: it left the queue now, or its hold was given
 *       back now.
 *   <li>{@link RequestReused}: the number stands for a release or a value. Nothing happened.
 *   <li>the answer that ended it before. Nothing happened again.
 *   <li>{@link RequestForgotten}: as above.
 *   <li>{@link Ended}, {@link EndCause#WITHDRAWN}, token 0: it had not arrived; should it arrive
 *       later, it gets this answer and does not execute.
 * </ol>
 *
 * <p><b>{@code StandAside}</b>, after 1: {@link Granted} or {@link Queued} if it is held or an
 * upgrade, which stay as they are; {@link Ended}, {@link EndCause#WITHDRAWN}: too many of the
 * session's requests stand aside, and it is over; {@link Ended}, {@link EndCause#AWAY}: it waits no
 * longer.
 *
 * <p><b>{@code OpenSession}</b>: {@link SessionOpened} for the live session that has this nonce;
 * {@link LimitReached} for {@link Limit#SESSIONS}; {@link SessionOpened}.
 *
 * <p><b>{@code CloseSession}, {@code ExpireSession}</b>, after 1: {@link SessionEnded}. The session
 * is over at once; if it has more than {@link Limits#changesPerCommand} holds and requests, some of
 * them go with the commands that follow.
 *
 * <p><b>{@code RevokeHold}</b>: {@link NotHeld}, {@link Revoked}.
 *
 * <p><b>{@code RaiseRevision}</b>: {@link LimitReached} for {@link Limit#REVISIONS}, {@link
 * RevisionRaised}.
 *
 * <p><b>{@code SetLimits}</b>: {@link LimitsSet}. <b>{@code EndMore}</b>: {@link EndedMore}.
 * <b>{@code CompareState}</b>: {@link StateCompared}.
 *
 * <p>Commands without a request id are safe to repeat but do not repeat their answer: closing or
 * expiring again says {@link SessionUnknown}, revoking again {@link NotHeld}, and raising again
 * raises again.
 */
public sealed interface Outcome {

  /**
   * The same without the names of those who stand in the way: what is kept when memory is short.
   */
  default Outcome brief() {
    return this;
  }

  /** One of the holds that stand in the way of a request. */
  record Holder(OwnerId owner, Key key, long token) {}

  /**
   * What stands in the way of a request.
   *
   * @param holders other owners' conflicting holds, the longest-standing first, at most {@link
   *     Limits#HOLDERS_NAMED}; empty when only earlier requests stand in the way. The key is the
   *     first of the hold's keys that conflicts
   * @param waiting how many others wait, counted at the busiest of the request's targets
   */
  record Standing(List<Holder> holders, int waiting) {
    Standing brief() {
      return new Standing(List.of(), waiting);
    }
  }

  /**
   * One link of a deadlock: a party, with a request of this owner, waits for the key, which the
   * other one has or waits for.
   */
  record Wait(OwnerId owner, String party, Key key, OwnerId blockedBy, String blockedByParty) {
    /** Between owners that are their own parties. */
    public Wait(OwnerId owner, Key key, OwnerId blockedBy) {
      this(owner, owner.label(), key, blockedBy, blockedBy.label());
    }
  }

  /** Why a token names no hold that the command may touch. */
  enum NotHeldReason {
    /** No grant has reached this number yet. */
    NEVER_GRANTED,
    /** No live hold has it: released, expired, revoked, or upgraded to a newer token. */
    NO_LONGER_HELD,
    /** It is another session's. */
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

  /** What is full. */
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

  /** The session lives. */
  record SessionOpened(SessionId session) implements Outcome {}

  /** The session is over, with this many holds and this many waiting requests. */
  record SessionEnded(SessionId session, int released, int withdrawn) implements Outcome {}

  /** There is no such session: it was closed, it expired, or it never existed. */
  record SessionUnknown(SessionId session) implements Outcome {}

  /** The request id was used for another command. */
  record RequestReused(RequestId request) implements Outcome {}

  /** The answers up to this number were acknowledged or had to make room. */
  record RequestForgotten(RequestId request, long forgottenThrough) implements Outcome {}

  /** The request is held under this token. */
  record Granted(long token) implements Outcome {}

  /** The owner holds exactly these targets under this token, from an earlier request. */
  record AlreadyHeld(long token) implements Outcome {}

  /** The request waits; {@code arrival} is its place in the order of arrival. */
  record Queued(long arrival, Standing standing) implements Outcome {}

  /** Refused: it was not free. */
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

  /** Refused: {@code value} is the limit that would be passed. */
  record LimitReached(Limit limit, long value) implements Outcome {}

  /** The request is over: its hold ended, or, with token 0, it was never granted. */
  record Ended(long token, EndCause cause) implements Outcome {}

  /** The hold is over. */
  record Released(long token) implements Outcome {}

  /** Nothing changed: this token is not for the session to use. */
  record NotHeld(long token, NotHeldReason reason) implements Outcome {}

  /** The hold has the mode that was asked for; an upgrade gave it this new token. */
  record Converted(long token) implements Outcome {}

  /** Nothing changed. */
  record NotConvertible(long token, NotConvertibleReason reason) implements Outcome {}

  /** The hold has the value. */
  record ValueSet(long token) implements Outcome {}

  /** The hold was taken from its owner. */
  record Revoked(Hold hold) implements Outcome {}

  /** These limits hold from now on. */
  record LimitsSet(Limits limits) implements Outcome {}

  /** This many holds and requests of ended sessions are left. */
  record EndedMore(int left) implements Outcome {}

  /** Every replica computes the checksum of its state at this point of the log. */
  record StateCompared() implements Outcome {}

  /** The next event gets the revision after this one. */
  record RevisionRaised(long revision) implements Outcome {}
}
