package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Precedence;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.List;
import java.util.Objects;

/**
 * Linearizability, with the log as the witness. {@link LogConsistency} checks that the log is one
 * of a sequential service. It remains to check that each call took effect between its start and its
 * end: no event that answers a call was seen before the call was made, and if one call ended before
 * another began, the first one has the smaller revision. The second check also detects what took
 * effect too late, because then an event of a later request comes before it.
 */
public final class RealTimeOrder implements Promise {
  @Override
  public String name() {
    return "real time order (linearizability)";
  }

  @Override
  public String about() {
    return "3. Nothing acknowledged is lost";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      Precedence order = new Precedence();
      for (Holding holding : shard.holdings()) {
        addGrant(holding, order, findings);
        addRelease(holding, order, findings);
        addValues(holding, order, findings);
      }
      for (Entry.RevisionRead read : shard.reads()) {
        order.add(new Precedence.Step(read.revision(), true, read.askedNanos(), read, read));
      }
      order.check(findings, "revision");
    }
    return findings.verdict(this);
  }

  private static void addGrant(Holding holding, Precedence order, Findings findings) {
    Call maker = holding.maker();
    if (maker != null) {
      add(maker, holding.grant(), order, findings);
    } else if (!holding.acquires().isEmpty()) {
      findings.leftOut();
    }
  }

  /** Of a hold with several handles it is not certain which release ended it. */
  private static void addRelease(Holding holding, Precedence order, Findings findings) {
    Entry.Watched end = holding.end();
    if (end == null || !holding.endedBy(Cause.BY_RELEASE) || holding.releases().isEmpty()) {
      return;
    }
    Call release = holding.releases().get(0);
    boolean isOnlyOne = holding.releases().size() == 1 && holding.acquires().size() < 2;
    if (isOnlyOne && release.isOk() && holding.lost() == null) {
      add(release, end, order, findings);
    } else {
      findings.leftOut();
    }
  }

  /** Of several that set the same value it is not certain which one did. */
  private static void addValues(Holding holding, Precedence order, Findings findings) {
    for (Call setting : holding.settings()) {
      String value = setting.operation().value();
      List<Entry.Watched> changes =
          holding.values().stream().filter(seen -> seen.event().value().equals(value)).toList();
      long askers =
          holding.settings().stream()
              .filter(each -> each.operation().value().equals(value))
              .count();
      if (setting.isOk() && changes.size() == 1 && askers == 1) {
        add(setting, changes.get(0), order, findings);
      } else {
        findings.leftOut();
      }
    }
  }

  private static void add(Call call, Entry.Watched seen, Precedence order, Findings findings) {
    long revision = seen.event().revision();
    Entry.Returned returned = Objects.requireNonNull(call.returned());
    order.add(new Precedence.Step(revision, false, call.invokedNanos(), call.invoked(), returned));
    findings.checked();
    if (seen.nanos() < call.invokedNanos()) {
      findings.violated(
          "revision " + revision + " was seen before " + call + " was called",
          seen,
          call.invoked(),
          returned);
    }
  }
}
