package io.tenure.fencing;

/**
 * Refused: somebody with a greater token has been here, so whoever comes with this one has lost its
 * lock without noticing. There is nothing to retry. What was begun with the token has to be undone
 * or dropped; to go on, acquire the lock again and begin anew from what is there then.
 */
public final class StaleTokenException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String resource;
  private final long token;
  private final long highest;

  /** Public for guards of your own, over other stores. */
  public StaleTokenException(String resource, long token, long highest) {
    super(resource + ": stale token " + token + " (seen: " + highest + ")");
    this.resource = resource;
    this.token = token;
    this.highest = highest;
  }

  /** What was to be written to. */
  public String resource() {
    return resource;
  }

  /** The token that came. */
  public long token() {
    return token;
  }

  /** The greater one that was there before. */
  public long highest() {
    return highest;
  }
}
