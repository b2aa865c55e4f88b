package io.tenure.core.model;

/** One thing that a request asks for. */
public record Target(Key key, Mode mode, Scope scope) {

  public static Target exclusive(Key key) {
    return new Target(key, Mode.EXCLUSIVE, Scope.KEY);
  }

  public static Target shared(Key key) {
    return new Target(key, Mode.SHARED, Scope.KEY);
  }

  /** Whether the two reach a common key. */
  public boolean meets(Target other) {
    return key.equals(other.key)
        || (scope == Scope.SUBTREE && key.isAncestorOf(other.key))
        || (other.scope == Scope.SUBTREE && other.key.isAncestorOf(key));
  }

  /** Whether two owners may not have both; permits of one semaphore only when it is used up. */
  public boolean conflictsWith(Target other) {
    return meets(other) && !(mode.isShared() && other.mode.isShared());
  }

  /**
   * Whether who holds this target needs no other lock to have the other one too. A permit stands
   * for its own semaphore only, however far it reaches.
   */
  public boolean covers(Target other) {
    if (!mode.atLeast(other.mode)) {
      return false;
    }
    if (key.equals(other.key)) {
      return scope == Scope.SUBTREE || other.scope == Scope.KEY;
    }
    return scope == Scope.SUBTREE && !mode.isSemaphore() && key.isAncestorOf(other.key);
  }

  public Target in(Mode otherMode) {
    return mode.equals(otherMode) ? this : new Target(key, otherMode, scope);
  }

  @Override
  public String toString() {
    return mode + " " + key + (scope == Scope.SUBTREE ? " SUBTREE" : "");
  }
}
