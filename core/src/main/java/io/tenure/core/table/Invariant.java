package io.tenure.core.table;

/**
 * Checks that are always enabled. A violation is a bug, and the replica must stop before it
 * acknowledges anything wrong: nobody may catch the exception and continue.
 */
public final class Invariant {
  private Invariant() {}

  public static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("broken invariant: " + what);
    }
  }
}
