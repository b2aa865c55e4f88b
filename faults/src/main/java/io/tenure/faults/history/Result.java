package io.tenure.faults.history;

/**
 * What a client was told.
 *
 * @param token of the grant; 0 if there is none
 * @param session that was opened; 0 if none was
 * @param why for people; empty if all is well
 */
public record Result(Kind kind, long token, long session, String why) {
  /** The kinds. */
  public enum Kind {
    /** It was done. */
    OK,
    /** The service has decided against it: it was not done, and will not be. */
    REFUSED,
    /** It was certainly not done, and will not be, because nobody has taken it up. */
    NOT_DONE,
    /** It may have been done, or may still be. */
    UNKNOWN
  }
}
