package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A resource that checks tokens never accepts one after it has accepted a greater one.
 *
 * <p>The resource ensures that by itself. The service has to ensure that the newest holder has the
 * greatest token: so a token is refused only if the log has a later grant that could have reached
 * the resource before.
 */
public final class Fencing implements Promise {
  @Override
  public String name() {
    return "fenced resources let no stale token in";
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
    List<Entry.Accessed> accepted = new ArrayList<>();
    for (Entry.Accessed access : past.history().all(Entry.Accessed.class)) {
      if (access.fenced() && access.accepted()) {
        accepted.add(access);
      }
    }
    // Those that began in the same nanosecond may have come in either order.
    accepted.sort(
        Comparator.comparingLong(Entry.Accessed::beganNanos)
            .thenComparingLong(Entry.Accessed::token));
    Map<String, Entry.Accessed> greatest = new HashMap<>();
    for (Entry.Accessed access : accepted) {
      findings.checked();
      Entry.Accessed before = greatest.get(access.key());
      if (before == null || access.token() > before.token()) {
        greatest.put(access.key(), access);
      } else if (access.token() < before.token()) {
        findings.violated(
            access.key() + ": token " + access.token() + " let in after " + before.token(),
            before,
            access);
      }
    }
    checkRefused(past, findings);
    return findings.verdict(this);
  }

  private static void checkRefused(OrderedHistory past, Findings findings) {
    for (Entry.Accessed access : past.history().all(Entry.Accessed.class)) {
      if (!access.fenced() || access.accepted()) {
        continue;
      }
      ShardPast shard = past.shardOf(access.key());
      Holding holding = shard.holding(access.token());
      if (holding == null || !shard.showsAllSince(access.token(), access.endedNanos())) {
        findings.leftOut();
        continue;
      }
      findings.checked();
      boolean hasSuccessor =
          shard
              .holdingsAfter(access.token())
              .anyMatch(
                  next -> next.reaching(access.key()) != null && mayHaveBeenBefore(next, access));
      if (!hasSuccessor) {
        findings.violated(
            access.key() + ": token " + access.token() + " was refused, and is the newest",
            holding.grant(),
            access,
            holding.end());
      }
    }
  }

  /** What was asked for only afterwards has not been at the resource before. */
  private static boolean mayHaveBeenBefore(Holding next, Entry.Accessed access) {
    Call maker = next.maker();
    return maker == null || maker.invokedNanos() <= access.endedNanos();
  }
}
