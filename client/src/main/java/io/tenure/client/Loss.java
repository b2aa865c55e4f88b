package io.tenure.client;

/** Why a hold was lost. */
public enum Loss {
  /**
   * The lease ran out: no keep-alive was acknowledged in time. The service can grant the lock to
   * another client from now on.
   */
  TERM_OVER("no keep-alive was acknowledged within the TTL"),
  /** The service has ended the session. */
  SESSION_EXPIRED("the session expired at the service"),
  /** An operator has revoked the hold. */
  REVOKED("an operator revoked the hold"),
  /** The hold has lasted for as long as {@link LockRequest#holdAtMost} allows. */
  HELD_TOO_LONG("the hold reached its holdAtMost limit"),
  /** The session or the client was closed. */
  CLOSED("the session was closed");

  private final String text;

  Loss(String text) {
    this.text = text;
  }

  /** Returns the cause in words. */
  public String text() {
    return text;
  }
}
