package io.tenure.core.model;

/**
 * How a target is held: exclusively, shared, or as one permit of a semaphore. {@code limit} is the
 * number of permits of a semaphore and 0 otherwise.
 */
public record Mode(Kind kind, int limit) {
  /** The three ways of holding. */
  public enum Kind {
    EXCLUSIVE,
    SHARED,
    SEMAPHORE
  }

  public static final int MAX_PERMITS = 1_000_000;

  public static final Mode EXCLUSIVE = new Mode(Kind.EXCLUSIVE, 0);
  public static final Mode SHARED = new Mode(Kind.SHARED, 0);

  public Mode {
    boolean fits = kind == Kind.SEMAPHORE ? limit >= 1 && limit <= MAX_PERMITS : limit == 0;
    if (!fits) {
      throw new IllegalArgumentException(
          kind == Kind.SEMAPHORE
              ? "limit: " + limit + " (expected: 1 to " + MAX_PERMITS + ")"
              : "limit: " + limit + " (expected: 0 for " + kind + ")");
    }
  }

  /** A permit of a semaphore that has this many. */
  public static Mode semaphore(int limit) {
    return new Mode(Kind.SEMAPHORE, limit);
  }

  public boolean isShared() {
    return kind == Kind.SHARED;
  }

  public boolean isSemaphore() {
    return kind == Kind.SEMAPHORE;
  }

  /** Whether who holds this mode needs nothing more to do what the other one allows. */
  boolean atLeast(Mode other) {
    return kind == Kind.EXCLUSIVE || equals(other);
  }

  @Override
  public String toString() {
    return kind == Kind.SEMAPHORE ? "SEMAPHORE(" + limit + ")" : kind.name();
  }
}
