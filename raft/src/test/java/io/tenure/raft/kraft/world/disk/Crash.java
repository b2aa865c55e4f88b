package io.tenure.raft.kraft.world.disk;

/** The process dies in the middle of what it does. */
public final class Crash extends Error {
  private static final long serialVersionUID = 1;

  public Crash() {
    super("crash", null, false, false);
  }
}
