package io.tenure.core.model;

/**
 * Something that changed. Every event has a revision of its own, one greater than the event before
 * (but for {@link Command.RaiseRevision}), and carries the whole record it is about, so that a
 * subscriber needs no second look.
 */
public sealed interface Event {
  long revision();

  /** Why a hold was granted. */
  enum GrantCause {
    /** It was free when it was asked for. */
    ASKED,
    /** It came to the head of the queue. */
    WAITED,
    /** A shared hold became exclusive. */
    UPGRADED
  }

  /** Why a hold or a request ended. */
  enum EndCause {
    /** Its client released it. */
    RELEASED,
    /** Its client gave the request up, or gave a grant back by giving its request up. */
    WITHDRAWN,
    /** Its client closed the session. */
    SESSION_CLOSED,
    /** The session was not kept alive. */
    SESSION_EXPIRED,
    /** An operator revoked it. */
    REVOKED,
    /**
     * A waiting request that would wait for ever since its owner gave up a hold that had covered
     * part of it, or upgraded one ahead of somebody it waits for; or for which that could not be
     * ruled out within the limit.
     */
    DEADLOCK,
    /**
     * The client of a waiting request is out of reach. Unlike the others this need not be the end:
     * when the request is asked for again it takes its old place, or is granted.
     */
    AWAY
  }

  /**
   * A request was granted.
   *
   * @param hold its token is this event's revision
   * @param answered the request that this answers: the hold's own, or the one for the upgrade
   * @param replaced the token that this hold had before an upgrade, else 0
   */
  record Granted(long revision, Hold hold, RequestId answered, GrantCause cause, long replaced)
      implements Event {}

  /**
   * A request was put in the queue: at its end, or, if its client was {@link EndCause#AWAY}, back
   * to where it stood. Its arrival is then lower than this revision.
   */
  record Queued(long revision, WaitingRequest request) implements Event {}

  /** A hold ended. */
  record Released(long revision, Hold hold, EndCause cause) implements Event {}

  /** A request left the queue without being granted. */
  record Withdrawn(long revision, WaitingRequest request, EndCause cause) implements Event {}

  /** A hold got another value. */
  record ValueChanged(long revision, Hold hold) implements Event {}

  /** An exclusive hold became shared; its token stays. */
  record Downgraded(long revision, Hold hold) implements Event {}
}
