package io.tenure.core.model;

/**
 * How much one shard may hold. The limits are part of the replicated state: they are set when a
 * shard is created, changed by {@link Command.SetLimits} alone, and travel in its snapshots,
 * because replicas with different limits would give different answers to the same log.
 *
 * <p>Counts bound the work of a command, bytes bound memory. Bytes are those of {@link Footprint}.
 *
 * @param sessions live sessions
 * @param holds held targets that may exist when a new request arrives, its own included
 * @param holdsPerOwner targets that one owner may hold
 * @param waitersPerKey requests waiting on one key
 * @param waitersPerOwner requests waiting for one owner, and for one party
 * @param waiters waiting targets in the shard
 * @param answersPerSession ended answers kept for a session that does not acknowledge them, and
 *     requests that it may leave aside
 * @param answers ended answers kept in the shard; beyond it, who keeps more than an equal share of
 *     them ({@code answers / sessions}) loses its oldest for each new one
 * @param deadlockSteps claims, targets and links looked at in the search for a deadlock when a
 *     request arrives, and in all searches of one command for those that wait already
 * @param changesPerCommand holds and requests of ended sessions that one command takes away; and
 *     targets that one command grants to requests that have been waiting
 * @param heldBytes memory of all holds together
 * @param waitingBytes memory of all requests that wait or stand aside
 * @param answerBytes memory of all ended answers; beyond it as with {@code answers}
 */
public record Limits(
    int sessions,
    int holds,
    int holdsPerOwner,
    int waitersPerKey,
    int waitersPerOwner,
    int waiters,
    int answersPerSession,
    int answers,
    int deadlockSteps,
    int changesPerCommand,
    long heldBytes,
    long waitingBytes,
    long answerBytes) {

  /** What a state has of which no snapshot and no command says otherwise. */
  public static final Limits DEFAULT =
      new Limits(
          100_000,
          1_000_000,
          4_096, // one owner's holds are walked when it asks for more
          10_000,
          256,
          250_000,
          4_096, // the requests that one connection may have in flight
          1_000_000,
          50_000, // at about 50 ns each: 2.5 ms
          1_000, // at about 1 microsecond each: 1 ms
          160L << 20,
          80L << 20,
          64L << 20);

  /** The least memory that {@link #forMemory} divides: enough for a few thousand of everything. */
  public static final long MIN_MEMORY = 16L << 20;

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
    require("holdsPerOwner", holdsPerOwner);
    require("waitersPerKey", waitersPerKey);
    require("waitersPerOwner", waitersPerOwner);
    require("waiters", waiters);
    require("answersPerSession", answersPerSession);
    require("answers", answers);
    require("deadlockSteps", deadlockSteps);
    require("changesPerCommand", changesPerCommand);
    require("heldBytes", heldBytes);
    require("waitingBytes", waitingBytes);
    require("answerBytes", answerBytes);
  }

  private static void require(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: 1 or more)");
    }
  }

  /**
   * The limits of a shard that may take this much memory: half of it for what is held, an eighth
   * for what waits, an eighth for answers, and a quarter for sessions, of which there are never
   * more than {@link #DEFAULT} has.
   */
  public static Limits forMemory(long bytes) {
    if (bytes < MIN_MEMORY) {
      throw new IllegalArgumentException(
          "memory: " + bytes + " bytes (expected: " + MIN_MEMORY + " or more)");
    }
    long sessions = Math.min(DEFAULT.sessions, bytes / 4 / Footprint.SESSION);
    return new Limits(
        (int) sessions,
        DEFAULT.holds,
        DEFAULT.holdsPerOwner,
        DEFAULT.waitersPerKey,
        DEFAULT.waitersPerOwner,
        DEFAULT.waiters,
        DEFAULT.answersPerSession,
        DEFAULT.answers,
        DEFAULT.deadlockSteps,
        DEFAULT.changesPerCommand,
        bytes / 2,
        bytes / 8,
        bytes / 8);
  }

  /** What a new shard has until its leader has set limits that every member's heap can carry. */
  public static Limits initial() {
    return forMemory(MIN_MEMORY);
  }

  /** Whether a state takes no more memory with these limits than with the other ones. */
  public boolean isWithinMemoryOf(Limits other) {
    return sessions <= other.sessions
        && heldBytes <= other.heldBytes
        && waitingBytes <= other.waitingBytes
        && answerBytes <= other.answerBytes;
  }

  /** The same counts, and no more memory for anything than the other ones have. */
  public Limits withinMemoryOf(Limits other) {
    return new Limits(
        Math.min(sessions, other.sessions),
        holds,
        holdsPerOwner,
        waitersPerKey,
        waitersPerOwner,
        waiters,
        answersPerSession,
        answers,
        deadlockSteps,
        changesPerCommand,
        Math.min(heldBytes, other.heldBytes),
        Math.min(waitingBytes, other.waitingBytes),
        Math.min(answerBytes, other.answerBytes));
  }

  /** The memory that a state takes which is full in every way. */
  public long memory() {
    return heldBytes + waitingBytes + answerBytes + sessions * Footprint.SESSION;
  }
}
