package io.tenure.core.random;

import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What a script is about: which keys, how many owners, and what they like to do.
 *
 * @param permits the keys that scripts use, each with the permits of its semaphore, or 0 for a lock
 * @param favourites wishes that are this many times as frequent as elsewhere
 */
record Profile(
    String name,
    Map<Key, Integer> permits,
    Habits habits,
    Map<StepGoal, Integer> favourites,
    Bound bound) {

  /**
   * In percent, but for the first two.
   *
   * @param sessions live ones that the script aims at
   * @param labels owners in each
   * @param shared locks that are shared rather than exclusive
   * @param subtree targets with that scope
   * @param acknowledge commands that acknowledge something new
   * @param fresh requests without an owner
   * @param otherParty requests of a named owner whose party is somebody else
   */
  record Habits(
      int sessions,
      int labels,
      int shared,
      int subtree,
      int acknowledge,
      int fresh,
      int otherParty) {
    Habits(int sessions, int labels, int shared, int subtree, int acknowledge) {
      this(sessions, labels, shared, subtree, acknowledge, 8, 0);
    }

    Habits withParties(int others) {
      return new Habits(sessions, labels, shared, subtree, acknowledge, 30, others);
    }
  }

  /** Which of the limits are small enough to be reached. */
  enum Bound {
    NONE,
    ANSWERS,
    CLAIMS,
    BYTES,
    /** What ended sessions have is taken away bit by bit. */
    ENDING
  }

  private static final List<String> LABELS = List.of("x", "y", "z");

  private static final List<Profile> ALL =
      List.of(
          of("mixed", "/a /a/b /a/b/c /a/d /ab /e /p:2 /a/q:1", new Habits(3, 2, 40, 25, 12)),
          of("tree", "/a /a/b /a/b/c /a/b/c/d /a/e /ab", new Habits(3, 2, 40, 55, 12))
              .liking(Map.of(StepGoal.ACQUIRE_COVERED, 2)),
          of("permits", "/p:2 /p/q:2 /r:3 /r/s:1 /e", new Habits(4, 2, 40, 30, 12))
              .liking(
                  Map.of(StepGoal.ACQUIRE_MEETING, 2, StepGoal.UPGRADE, 0, StepGoal.DOWNGRADE, 0)),
          of("pool", "/p:3 /r:2 /e", new Habits(4, 3, 40, 8, 12))
              .liking(
                  Map.of(StepGoal.ACQUIRE_MEETING, 3, StepGoal.UPGRADE, 0, StepGoal.DOWNGRADE, 0)),
          of("upgrades", "/a /a/b /e /f", new Habits(3, 2, 75, 20, 12))
              .liking(
                  Map.of(
                      StepGoal.UPGRADE,
                      4,
                      StepGoal.DOWNGRADE,
                      2,
                      StepGoal.ACQUIRE_COVERED,
                      2,
                      StepGoal.SET_VALUE,
                      2)),
          of("crowd", "/a /a/b /e", new Habits(4, 3, 30, 20, 12))
              .liking(
                  Map.of(
                      StepGoal.ACQUIRE_MEETING,
                      2,
                      StepGoal.ACQUIRE_CROSSING,
                      2,
                      StepGoal.UPGRADE,
                      2)),
          of("cover", "/a /a/b /e /f /g", new Habits(2, 3, 30, 25, 12))
              .liking(
                  Map.of(
                      StepGoal.ACQUIRE_COVERED,
                      4,
                      StepGoal.RELEASE_COVERING,
                      4,
                      StepGoal.ACQUIRE_MEETING,
                      2)),
          of("roof", "/a /a/q:1 /e", new Habits(3, 3, 30, 25, 12))
              .liking(Map.of(StepGoal.TELL, 500)),
          of("wide", "/a /a/b /a/c /d /d/e /f /g /h:6 /i", new Habits(6, 3, 55, 8, 12))
              .liking(Map.of(StepGoal.ACQUIRE, 5, StepGoal.ACQUIRE_MEETING, 4)),
          of("forgetful", "/a /a/b /e /p:2", new Habits(2, 2, 40, 20, 4))
              .liking(Map.of(StepGoal.REPEAT, 5, StepGoal.REUSE, 3, StepGoal.WITHDRAW_ANY, 3))
              .bounding(Bound.ANSWERS),
          of("tight", "/a /a/b /e /f /p:2", new Habits(4, 2, 40, 20, 8).withParties(15))
              .liking(Map.of(StepGoal.ACQUIRE_MEETING, 2))
              .bounding(Bound.CLAIMS),
          of("herd", "/a /a/b /a/c /a/d /a/d/e /f", new Habits(7, 3, 30, 35, 12))
              .liking(
                  Map.of(
                      StepGoal.ACQUIRE_MEETING,
                      6,
                      StepGoal.ACQUIRE_CROSSING,
                      0,
                      StepGoal.WITHDRAW,
                      3)),
          of("parties", "/a /a/b /e /f /p:2", new Habits(2, 3, 35, 20, 12).withParties(60))
              .liking(
                  Map.of(
                      StepGoal.ACQUIRE_MEETING,
                      2,
                      StepGoal.ACQUIRE_CROSSING,
                      3,
                      StepGoal.UPGRADE,
                      2)),
          of("tasks", "/a /a/b /e /p:2", new Habits(3, 3, 40, 25, 12).withParties(35))
              .liking(
                  Map.of(
                      StepGoal.ACQUIRE_COVERED,
                      4,
                      StepGoal.RELEASE_COVERING,
                      3,
                      StepGoal.ACQUIRE_MEETING,
                      2)),
          of("heavy", "/a /a/b /e /f /p:2", new Habits(3, 2, 40, 20, 8).withParties(20))
              .liking(
                  Map.of(
                      StepGoal.ACQUIRE_MEETING, 2, StepGoal.SET_VALUE, 6, StepGoal.SET_LIMITS, 8))
              .bounding(Bound.BYTES),
          of("endings", "/a /a/b /e /f /p:2", new Habits(4, 2, 40, 20, 12))
              .liking(
                  Map.of(
                      StepGoal.CLOSE,
                      4,
                      StepGoal.EXPIRE,
                      4,
                      StepGoal.OPEN,
                      4,
                      StepGoal.END_MORE,
                      6))
              .bounding(Bound.ENDING));

  /** All in turn. */
  static Profile of(long seed) {
    return ALL.get(Math.floorMod(seed, ALL.size()));
  }

  private static Profile of(String name, String keys, Habits habits) {
    Map<Key, Integer> permits = new LinkedHashMap<>();
    for (String key : keys.split(" ", -1)) {
      int colon = key.indexOf(':');
      if (colon < 0) {
        permits.put(Key.of(key), 0);
      } else {
        permits.put(Key.of(key.substring(0, colon)), Integer.parseInt(key.substring(colon + 1)));
      }
    }
    return new Profile(name, permits, habits, Map.of(), Bound.NONE);
  }

  private Profile liking(Map<StepGoal, Integer> wishes) {
    return new Profile(name, permits, habits, wishes, bound);
  }

  private Profile bounding(Bound other) {
    return new Profile(name, permits, habits, favourites, other);
  }

  List<Key> keys() {
    return new ArrayList<>(permits.keySet());
  }

  List<String> labels() {
    return LABELS.subList(0, habits.labels());
  }

  /** The mode in which the script mostly uses the key; seldom another kind, to be refused. */
  Mode modeFor(Key key, SplittableRandom random) {
    int usual = permits.getOrDefault(key, 0);
    int limit = random.nextInt(100) < 3 ? random.nextInt(4) : usual;
    if (limit > 0) {
      return Mode.semaphore(limit);
    }
    return random.nextInt(100) < habits.shared() ? Mode.SHARED : Mode.EXCLUSIVE;
  }

  Limits limits(SplittableRandom random) {
    Limits normal = Limits.DEFAULT;
    boolean claims = bound == Bound.CLAIMS;
    boolean answers = bound == Bound.ANSWERS;
    boolean bytes = bound == Bound.BYTES;
    return new Limits(
        claims || answers || bytes ? 1 + random.nextInt(4) : normal.sessions(),
        claims ? 3 + random.nextInt(8) : normal.holds(),
        claims ? 1 + random.nextInt(4) : normal.holdsPerOwner(),
        claims ? 1 + random.nextInt(3) : normal.waitersPerKey(),
        claims ? 1 + random.nextInt(3) : normal.waitersPerOwner(),
        claims ? 2 + random.nextInt(6) : normal.waiters(),
        answers ? 1 + random.nextInt(5) : normal.answersPerSession(),
        answers ? 1 + random.nextInt(10) : normal.answers(),
        normal.deadlockSteps(),
        bound == Bound.ENDING ? 1 + random.nextInt(3) : normal.changesPerCommand(),
        bytes ? 1_500 + random.nextInt(6_000) : normal.heldBytes(),
        bytes ? 1_500 + random.nextInt(6_000) : normal.waitingBytes(),
        bytes ? 100 + random.nextInt(2_000) : normal.answerBytes());
  }

  /** A wish, as often as this profile has it. */
  StepGoal wish(SplittableRandom random) {
    int total = 0;
    for (StepGoal wish : StepGoal.values()) {
      total += weight(wish);
    }
    int rest = random.nextInt(total);
    for (StepGoal wish : StepGoal.values()) {
      rest -= weight(wish);
      if (rest < 0) {
        return wish;
      }
    }
    throw new AssertionError("weights: " + total);
  }

  private int weight(StepGoal wish) {
    return wish.weight() * favourites.getOrDefault(wish, 1);
  }
}
