package io.tenure.raft.kraft.world;

/** The process dies in the middle of what it does. */
final class Crash extends Error {
  private static final long serialVersionUID = 1;

  Crash() {
    super("crash", null, false, false);
  }
}
