package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Claim;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Pauses;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.Rules;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Wanted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holders that exclude each other never use a resource at the same time, even if it does not check
 * tokens. Left out is what cannot be guaranteed: that a holder stops which was paused or got no CPU
 * time and does not know what it missed, or whose hold an operator revoked. A use by a holder that
 * learnt of its loss in time may have been under way already; it counts that the holder knew.
 */
public final class NoOverlap implements Promise {
  @Override
  public String name() {
    return "no two holders at a resource";
  }

  @Override
  public String about() {
    return "5. The client knows first";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    Map<String, List<Entry.Accessed>> presentByKey = new HashMap<>();
    for (Entry.Accessed access : past.history().all(Entry.Accessed.class)) {
      if (access.fenced() || !access.accepted()) {
        continue;
      }
      findings.checked();
      List<Entry.Accessed> present =
          presentByKey.computeIfAbsent(access.key(), key -> new ArrayList<>());
      present.removeIf(other -> other.endedNanos() <= access.beganNanos());
      for (Entry.Accessed other : present) {
        if (other.token() != access.token()) {
          check(past, other, access, findings);
        }
      }
      present.add(access);
    }
    return findings.verdict(this);
  }

  /**
   * Two that were there at once.
   *
   * @param first began first, but may have the greater token
   */
  private static void check(
      OrderedHistory past, Entry.Accessed first, Entry.Accessed second, Findings findings) {
    boolean inOrder = first.token() < second.token();
    Entry.Accessed older = inOrder ? first : second;
    Entry.Accessed newer = inOrder ? second : first;
    ShardPast shard = past.shardOf(first.key());
    Holding oldHold = shard.holding(older.token());
    Holding newHold = shard.holding(newer.token());
    if (oldHold == null || newHold == null || oldHold.isDowngraded() || newHold.isDowngraded()) {
      findings.leftOut();
      return;
    }
    if (!exclude(oldHold, newHold, first.key())) {
      return;
    }
    boolean stoodStill =
        past.pauses()
            .overlap(older.client(), older.beganNanos() - Pauses.TRACE_NANOS, second.beganNanos());
    if (stoodStill
        || past.pauses()
            .excuse(
                older.client(),
                second.beganNanos(),
                Math.min(older.endedNanos(), newer.endedNanos()))
        || oldHold.endedBy(Cause.REVOKED)
        || oldHold.isLostBefore(second.beganNanos())) {
      findings.leftOut();
      return;
    }
    findings.violated(
        first.key() + ": tokens " + older.token() + " and " + newer.token() + " at the same time",
        first,
        second,
        oldHold.grant(),
        oldHold.end(),
        newHold.grant(),
        oldHold.lost());
  }

  private static boolean exclude(Holding one, Holding other, String key) {
    if (Claim.of(one.grant()).isOfSameOwner(Claim.of(other.grant()))) {
      return false;
    }
    Wanted mine = one.reaching(key);
    Wanted its = other.reaching(key);
    return mine != null && its != null && Rules.conflict(mine, its);
  }
}
