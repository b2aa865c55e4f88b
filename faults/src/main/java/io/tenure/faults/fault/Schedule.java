package io.tenure.faults.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What goes wrong when: an endless sequence that follows from the seed, the kinds and the pace
 * alone. Every kind has its turn before any comes again, in an order that differs each time.
 */
public final class Schedule {
  private static final int JOINED_PERCENT = 25;

  /**
   * How fast it goes.
   *
   * @param shortest how long a fault lasts at least; how long healing takes comes on top
   * @param longest and at most
   * @param faultsBetweenCalms how many there are between two calms
   * @param calm how long nothing is wrong then
   */
  public record Pace(Duration shortest, Duration longest, int faultsBetweenCalms, Duration calm) {
    public Pace {
      if (shortest.isNegative() || shortest.compareTo(longest) > 0) {
        throw new IllegalArgumentException(
            "pace: from " + shortest + " to " + longest + " (expected: the shorter one first)");
      }
      if (faultsBetweenCalms < 1) {
        throw new IllegalArgumentException(
            "faults between calms: " + faultsBetweenCalms + " (expected: >= 1)");
      }
    }
  }

  /** What comes next. */
  public sealed interface Step {
    /**
     * Something goes wrong.
     *
     * @param kinds one, or two of which the second joins the first while it lasts
     * @param holdMillis how long all of it lasts
     * @param restMillis how long to wait afterwards
     * @param seed for whatever else is to be decided
     */
    record Strike(List<FaultKind> kinds, long holdMillis, long restMillis, long seed)
        implements Step {
      public Strike {
        kinds = List.copyOf(kinds);
      }
    }

    /** Nothing does. */
    record Calm(Duration length) implements Step {}
  }

  private final Random random;
  private final List<FaultKind> kinds;
  private final Pace pace;
  private final List<FaultKind> bag = new ArrayList<>();
  private int sinceCalm;

  public Schedule(long seed, List<FaultKind> kinds, Pace pace) {
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("faults: none (expected: at least one)");
    }
    this.random = new Random(seed);
    this.kinds = List.copyOf(kinds);
    this.pace = pace;
  }

  /** For one thread. */
  public Step next() {
    if (sinceCalm == pace.faultsBetweenCalms()) {
      sinceCalm = 0;
      return new Step.Calm(pace.calm());
    }
    sinceCalm++;
    FaultKind first = draw();
    List<FaultKind> struck = new ArrayList<>(List.of(first));
    List<FaultKind> joining = kinds.stream().filter(kind -> kind.joins(first)).toList();
    // Always drawn, so that what follows does not depend on who could join.
    boolean joined = random.nextInt(100) < JOINED_PERCENT;
    int which = random.nextInt(Integer.MAX_VALUE);
    if (joined && !joining.isEmpty()) {
      struck.add(joining.get(which % joining.size()));
    }
    long shortest = pace.shortest().toMillis();
    long span = pace.longest().toMillis() - shortest;
    long hold = shortest + (long) (random.nextDouble() * (span + 1));
    long rest = (long) (random.nextDouble() * shortest);
    return new Step.Strike(struck, hold, rest, random.nextLong());
  }

  private FaultKind draw() {
    if (bag.isEmpty()) {
      bag.addAll(kinds);
      Collections.shuffle(bag, random);
    }
    return bag.remove(bag.size() - 1);
  }
}
