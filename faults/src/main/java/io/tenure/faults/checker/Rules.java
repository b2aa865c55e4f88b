package io.tenure.faults.checker;

import io.tenure.faults.history.Wanted;
import io.tenure.faults.history.Wanted.Mode;
import java.util.Comparator;
import java.util.List;

/** How two keys, and the modes in which they are held, conflict. */
public final class Rules {
  private Rules() {}

  /** The targets in one order, whichever order they were named in. */
  public static List<Wanted> inOrder(List<Wanted> targets) {
    return targets.size() < 2
        ? targets
        : targets.stream().sorted(Comparator.comparing(Wanted::key)).toList();
  }

  static boolean isBelow(String key, String above) {
    return key.length() > above.length()
        && key.charAt(above.length()) == '/'
        && key.startsWith(above);
  }

  /** Whether the two reach a common key. */
  static boolean meet(Wanted one, Wanted other) {
    return one.key().equals(other.key())
        || (one.subtree() && isBelow(other.key(), one.key()))
        || (other.subtree() && isBelow(one.key(), other.key()));
  }

  /** Permits of the same semaphore; whether there are enough of them is another question. */
  static boolean arePermitsOfOne(Wanted one, Wanted other) {
    return one.mode() == Mode.SEMAPHORE
        && other.mode() == Mode.SEMAPHORE
        && one.permits() == other.permits()
        && one.key().equals(other.key());
  }

  /** Whether two owners may never have both. */
  public static boolean conflict(Wanted one, Wanted other) {
    boolean bothShared = one.mode() == Mode.SHARED && other.mode() == Mode.SHARED;
    return !bothShared && meet(one, other) && !arePermitsOfOne(one, other);
  }

  /** Whether who holds one has the other with it. A permit stands for its own semaphore only. */
  static boolean covers(Wanted held, Wanted other) {
    boolean strongEnough =
        held.mode() == Mode.EXCLUSIVE
            || (held.mode() == other.mode() && held.permits() == other.permits());
    if (!strongEnough) {
      return false;
    }
    if (held.key().equals(other.key())) {
      return held.subtree() || !other.subtree();
    }
    return held.subtree() && held.mode() != Mode.SEMAPHORE && isBelow(other.key(), held.key());
  }
}
