package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Claim;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.LockModel;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * In the order of the log, nothing is granted that conflicts with a hold of another owner, and no
 * semaphore has more holders than permits.
 */
public final class MutualExclusion implements Promise {
  @Override
  public String name() {
    return "mutual exclusion";
  }

  @Override
  public String about() {
    return "1. Mutual exclusion";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    past.stretches().forEach(stretch -> check(stretch, findings));
    return findings.verdict(this);
  }

  private static void check(List<Entry.Watched> stretch, Findings findings) {
    LockModel model = new LockModel(stretch.get(0).event().revision());
    for (Entry.Watched seen : stretch) {
      if (seen.event().kind() == LogEvent.Kind.GRANTED) {
        findings.checked();
        List<Claim> holders = model.holdersAgainst(Claim.of(seen));
        if (!holders.isEmpty()) {
          List<Entry> shown = new ArrayList<>(holders.stream().map(Claim::origin).toList());
          shown.add(seen);
          findings.violated(
              "token " + seen.event().token() + " was granted against what is held by " + holders,
              shown);
        }
      }
      String unused = model.apply(seen);
    }
  }
}
