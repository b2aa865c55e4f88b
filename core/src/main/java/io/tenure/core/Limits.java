package io.tenure.core;

/**
 * How much one shard may hold. The limits are part of the replicated state: they are set when a
 * shard is created and travel in its snapshots, because replicas with different limits would give
 * different answers to the same log.
 *
 * @param sessions live sessions
 * @param holds held targets that may exist when a new request arrives, its own included
 * @param waitersPerKey requests waiting on one key
 * @param waitersPerOwner requests waiting for one owner
 * @param waiters waiting targets in the shard
 * @param answersPerSession ended answers kept for a session that does not acknowledge them, and
 *     requests that it may leave aside
 * @param answers ended answers kept in the shard; beyond it, who keeps more than an equal share of
 *     them ({@code answers / sessions}) loses its oldest for each new one
 * @param deadlockSteps claims examined in one search for a deadlock
 */
public record Limits(
    int sessions,
    int holds,
    int waitersPerKey,
    int waitersPerOwner,
    int waiters,
    int answersPerSession,
    int answers,
    int deadlockSteps) {

  public static final Limits DEFAULT =
      new Limits(
          100_000, // at about 300 bytes each: 30 MB
          1_000_000, // at about 400 bytes each: 400 MB
          10_000, 1_000, 250_000, // at about 600 bytes each: 150 MB
          4_096, // the requests that one connection may have in flight
          1_000_000, // at about 80 bytes each: 80 MB
          20_000); // at about 50 ns each: 1 ms

  /** The greatest revision, and so the greatest token: exact in a double, as in JSON. */
  public static final long MAX_REVISION = (1L << 53) - 1;

  /**
   * What a restore must lift the revision over: as many events as happen between a backup and its
   * restore. At 100,000 events a second this is four months; 8,191 restores fit below the maximum.
   */
  public static final long REVISION_STEP = 1L << 40;

  /** How many holds a refusal names. */
  public static final int HOLDERS_NAMED = 4;

  /** How many links of a deadlock a refusal names. */
  public static final int CYCLE_NAMED = 16;

  public Limits {
    require("sessions", sessions);
    require("holds", holds);
    require("waitersPerKey", waitersPerKey);
    require("waitersPerOwner", waitersPerOwner);
    require("waiters", waiters);
    require("answersPerSession", answersPerSession);
    require("answers", answers);
    require("deadlockSteps", deadlockSteps);
  }

  private static void require(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: 1 or more)");
    }
  }
}
