package io.tenure.client;

/** Why a hold is no longer one. */
public enum Loss {
  /** No keep-alive was acknowledged in time. The service may grant it to another from now on. */
  TERM_OVER("no keep-alive was acknowledged in time"),
  /** The service has ended the session: it thought the client dead. */
  SESSION_EXPIRED("the service has ended the session"),
  /** An operator took it away. */
  REVOKED("an operator has revoked it"),
  /** It was held for as long as it was to be held at most. */
  HELD_TOO_LONG("it was held for as long as it may be held at most"),
  /** The session, or the client, was closed. */
  CLOSED("the session was closed");

  private final String text;

  Loss(String text) {
    this.text = text;
  }

  /** In words. */
  public String text() {
    return text;
  }
}
