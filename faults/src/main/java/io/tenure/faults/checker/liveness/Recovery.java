package io.tenure.faults.checker.liveness;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * When a fault has been undone, every shard soon grants again. It needs neither a calm nor an
 * operator for that.
 */
public final class Recovery implements Promise {
  private final long boundNanos;

  public Recovery(Duration bound) {
    boundNanos = bound.toNanos();
  }

  @Override
  public String name() {
    return "service after each fault";
  }

  @Override
  public String about() {
    return "Progress returns";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      NavigableSet<Long> grants = new TreeSet<>();
      for (Call call : shard.calls()) {
        if (call.is(Operation.Kind.ACQUIRE) && call.isOk()) {
          grants.add(call.overNanos());
        }
      }
      for (Entry.Fault fault : past.history().all(Entry.Fault.class)) {
        if (fault.mendedNanos() > 0 && !grants.isEmpty()) {
          check(past, fault, grants, findings);
        }
      }
    }
    return findings.verdict(this);
  }

  private void check(
      OrderedHistory past, Entry.Fault fault, NavigableSet<Long> grants, Findings findings) {
    long fromNanos = fault.mendedNanos();
    Long next = grants.ceiling(fromNanos);
    long dueNanos =
        fromNanos + boundNanos + past.pauses().mostStarvedNanos(fromNanos, fromNanos + boundNanos);
    boolean isBack = next != null && next <= dueNanos;
    if (!isBack && dueNanos > Math.max(fault.toNanos(), past.lastCalmNanos())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    if (!isBack) {
      findings.violated(
          "nothing was granted for "
              + TimeUnit.NANOSECONDS.toSeconds(dueNanos - fromNanos)
              + " s after "
              + fault.kind()
              + " had been taken back",
          fault);
    }
  }
}
