package io.tenure.fencing;

/**
 * The write was refused: a holder with a greater token has written before, so the holder of this
 * token has lost its lock without noticing it. A retry with the same token fails again. Undo or
 * drop what was begun with it; to continue, acquire the lock again and start from the present data.
 */
public final class StaleTokenException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String resource;
  private final long token;
  private final long highest;

  /** For your own guards over other stores. */
  public StaleTokenException(String resource, long token, long highest) {
    super(
        "%s: stale token %d (seen: %d); its holder has lost the lock"
            .formatted(resource, token, highest));
    this.resource = resource;
    this.token = token;
    this.highest = highest;
  }

  /** The resource that refused the write. */
  public String resource() {
    return resource;
  }

  /** The token that was refused. */
  public long token() {
    return token;
  }

  /** The highest token seen before. */
  public long highest() {
    return highest;
  }
}
