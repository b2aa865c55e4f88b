package io.tenure.simulation.check;

import io.tenure.core.model.Mode;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import java.util.List;

/** The design's conflict rule, word by word and without any index. */
final class ConflictRule {
  private ConflictRule() {}

  /** Whether any two of the targets of two different owners conflict. */
  static boolean conflict(List<Target> ours, List<Target> theirs) {
    for (Target our : ours) {
      for (Target their : theirs) {
        if (conflict(our, their)) {
          return true;
        }
      }
    }
    return false;
  }

  /** For two different owners. Permits of one semaphore do not conflict one by one. */
  static boolean conflict(Target our, Target their) {
    boolean bothShared = our.mode().equals(Mode.SHARED) && their.mode().equals(Mode.SHARED);
    boolean samePool =
        our.key().equals(their.key()) && isPermit(our) && our.mode().equals(their.mode());
    return meet(our, their) && !bothShared && !samePool;
  }

  /** Whether an owner of the first target needs no other lock to have the second. */
  static boolean covers(Target held, Target wanted) {
    boolean strong = held.mode().equals(Mode.EXCLUSIVE) || held.mode().equals(wanted.mode());
    boolean wide =
        held.key().equals(wanted.key())
            ? held.scope() == Scope.SUBTREE || wanted.scope() == Scope.KEY
            : below(held, wanted);
    return strong && wide;
  }

  static boolean isPermit(Target target) {
    return target.mode().kind() == Mode.Kind.SEMAPHORE;
  }

  private static boolean meet(Target one, Target other) {
    return one.key().equals(other.key()) || below(one, other) || below(other, one);
  }

  private static boolean below(Target top, Target other) {
    return top.scope() == Scope.SUBTREE && top.key().isAncestorOf(other.key());
  }
}
