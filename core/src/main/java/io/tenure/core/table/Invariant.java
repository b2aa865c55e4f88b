package io.tenure.core.table;

/**
 * Checks that are always on. A broken one is a bug, and a replica that has one must stop before it
 * can acknowledge anything wrong; the exception is not for anybody to catch and carry on.
 */
public final class Invariant {
  private Invariant() {}

  public static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("broken invariant: " + what);
    }
  }
}
