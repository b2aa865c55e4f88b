package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Claim;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.LockModel;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import java.util.ArrayList;
import java.util.List;

/** Nothing is granted ahead of another owner's earlier request that it conflicts with. */
public final class Fairness implements Promise {
  @Override
  public String name() {
    return "nobody is overtaken";
  }

  @Override
  public String about() {
    return "6. Fair";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      for (List<Entry.Watched> stretch : shard.log().stretches()) {
        LockModel model = new LockModel(stretch.get(0).event().revision());
        for (Entry.Watched seen : stretch) {
          // An upgrade goes ahead of the queue by design.
          boolean standsInLine =
              seen.event().kind() == LogEvent.Kind.GRANTED
                  && !seen.event().cause().equals(Cause.UPGRADED);
          if (standsInLine) {
            check(model, seen, findings);
          }
          String unused = model.apply(seen);
        }
      }
    }
    return findings.verdict(this);
  }

  private static void check(LockModel model, Entry.Watched seen, Findings findings) {
    Claim waited = model.waiting(seen.event());
    // What was asked for again may have been absent since before what is known.
    boolean hasWaitedUnseen =
        waited == null && (seen.event().cause().equals(Cause.WAITED) || !model.knowsAll());
    if (hasWaitedUnseen) {
      findings.leftOut();
      return;
    }
    findings.checked();
    Claim wish = waited == null ? model.asked(seen) : waited;
    List<Claim> overtaken = model.waitingAgainst(wish, claim -> claim.place() < wish.place());
    if (!overtaken.isEmpty()) {
      List<Entry> shown = new ArrayList<>(overtaken.stream().map(Claim::origin).toList());
      shown.add(seen);
      findings.violated("token " + seen.event().token() + " overtook " + overtaken, shown);
    }
  }
}
