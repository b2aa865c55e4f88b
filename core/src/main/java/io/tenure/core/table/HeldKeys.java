package io.tenure.core.table;

import io.tenure.core.model.Mode;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one owner holds, by key: whether a hold covers a target is then found in as many steps as
 * the key has segments, however many holds there are.
 */
public final class HeldKeys {
  private static final int SCOPES = Scope.values().length;
  private static final int ENTRIES = Mode.Kind.values().length * SCOPES;

  /** For each key, the number of held targets of each kind and scope. */
  private final Map<KeyNode, int[]> counts = new HashMap<>();

  public void add(Claim held) {
    for (TargetClaim target : held.targets) {
      counts.computeIfAbsent(target.node, node -> new int[ENTRIES])[entry(target.target)]++;
    }
  }

  public void remove(Claim held) {
    for (TargetClaim target : held.targets) {
      counts.computeIfPresent(target.node, (node, of) -> less(of, entry(target.target)));
    }
  }

  private static int @Nullable [] less(int[] of, int entry) {
    of[entry]--;
    return isEmpty(of) ? null : of;
  }

  private static boolean isEmpty(int[] of) {
    for (int count : of) {
      if (count > 0) {
        return false;
      }
    }
    return true;
  }

  /** Like {@link Target#covers} of all that is held. */
  public boolean covers(TargetClaim wanted) {
    Mode mode = wanted.target.mode();
    int[] here = counts.get(wanted.node);
    if (here != null && wanted.node.mixesWith(mode)) {
      boolean byKey = !wanted.spreads() && has(here, mode.kind(), Scope.KEY);
      if (byKey || has(here, mode.kind(), Scope.SUBTREE)) {
        return true;
      }
    }
    for (KeyNode above = wanted.node.above(); above != null; above = above.above()) {
      int[] spread = counts.get(above);
      // A permit stands for its own semaphore only.
      Mode.Kind kind = mode.isSemaphore() ? Mode.Kind.EXCLUSIVE : mode.kind();
      if (spread != null && has(spread, kind, Scope.SUBTREE)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the claim's targets is covered. */
  public boolean coversOneOf(Claim claim) {
    for (TargetClaim target : claim.targets) {
      if (covers(target)) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is something of this kind or exclusive. */
  private static boolean has(int[] of, Mode.Kind kind, Scope scope) {
    return of[entry(kind, scope)] > 0 || of[entry(Mode.Kind.EXCLUSIVE, scope)] > 0;
  }

  private static int entry(Target target) {
    return entry(target.mode().kind(), target.scope());
  }

  @SuppressWarnings("EnumOrdinal") // in memory only
  private static int entry(Mode.Kind kind, Scope scope) {
    return kind.ordinal() * SCOPES + scope.ordinal();
  }
}
