package io.tenure.faults.checker.liveness;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Pauses;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * When all faults are over, every running client that requests something gets it, or is refused
 * because of other holders or waiters, within a bound, and no call takes longer than its own limit
 * plus that bound. A request without a limit may wait for as long as others hold; but not once it
 * was granted.
 */
public final class Progress implements Promise {
  private final long boundNanos;

  public Progress(Duration bound) {
    boundNanos = bound.toNanos();
  }

  @Override
  public String name() {
    return "progress after faults";
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
    Map<String, NavigableSet<Long>> successes = new HashMap<>();
    for (Call call : past.calls()) {
      if (usesKeys(call) && (call.isOk() || call.isRefused())) {
        successes.computeIfAbsent(call.client(), client -> new TreeSet<>()).add(call.overNanos());
      }
    }
    for (Entry.Calm entry : past.history().all(Entry.Calm.class)) {
      Calm calm = new Calm(entry, past.pauses());
      Map<String, Call> firsts = new HashMap<>();
      for (Call call : past.calls()) {
        boolean isDuring =
            call.invokedNanos() >= entry.fromNanos() && call.invokedNanos() < entry.toNanos();
        if (isDuring && usesKeys(call) && !mayWaitForEver(call)) {
          firsts.putIfAbsent(call.client(), call);
        }
        checkReturns(past, calm, call, findings);
        if (mayWaitForEver(call)) {
          checkIsTold(past, calm, call, findings);
        }
      }
      firsts.forEach(
          (client, first) ->
              checkSucceeds(
                  past, calm, first, successes.getOrDefault(client, new TreeSet<>()), findings));
    }
    return findings.verdict(this);
  }

  private static boolean usesKeys(Call call) {
    return switch (call.operation().kind()) {
      case ACQUIRE, RELEASE, SET_VALUE -> true;
      case OPEN_SESSION, CLOSE_SESSION -> false;
    };
  }

  private void checkSucceeds(
      OrderedHistory past, Calm calm, Call first, NavigableSet<Long> successes, Findings findings) {
    long fromNanos = first.invokedNanos();
    long dueNanos = fromNanos + boundNanos + calm.starvedNanos(first);
    Long success = successes.ceiling(fromNanos);
    if (success != null && success <= dueNanos) {
      findings.checked();
    } else if (dueNanos > calm.entry.toNanos()
        || past.pauses().overlap(first.client(), fromNanos, dueNanos)) {
      findings.leftOut();
    } else {
      findings.checked();
      findings.violated(
          first.client() + " got nothing done for " + seconds(dueNanos - fromNanos) + " of calm",
          calm.entry,
          first.invoked());
    }
  }

  /** A calm, and what a busy machine took from each client in it, which comes on top of bounds. */
  private static final class Calm {
    private final Entry.Calm entry;
    private final Pauses pauses;
    private final Map<String, Long> starvedNanos = new HashMap<>();

    Calm(Entry.Calm entry, Pauses pauses) {
      this.entry = entry;
      this.pauses = pauses;
    }

    long starvedNanos(Call call) {
      return starvedNanos.computeIfAbsent(
          call.client(), client -> pauses.starvedNanos(client, entry.fromNanos(), entry.toNanos()));
    }
  }

  private static boolean mayWaitForEver(Call call) {
    return call.is(Operation.Kind.ACQUIRE) && call.operation().waitMillis() < 0;
  }

  /** One that may wait for ever has no time at which it must be back. */
  private void checkReturns(OrderedHistory past, Calm calm, Call call, Findings findings) {
    long fromNanos = Math.max(calm.entry.fromNanos(), call.invokedNanos());
    long waitNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(0, call.operation().waitMillis()));
    long dueNanos = fromNanos + waitNanos + boundNanos + calm.starvedNanos(call);
    Entry.Returned returned = call.returned();
    boolean wasBackBefore = returned != null && returned.nanos() < calm.entry.fromNanos();
    if (mayWaitForEver(call) || wasBackBefore || dueNanos > calm.entry.toNanos()) {
      return;
    }
    if (past.pauses().overlap(call.client(), call.invokedNanos(), dueNanos)) {
      findings.leftOut();
      return;
    }
    findings.checked();
    if (returned == null || returned.nanos() > dueNanos) {
      findings.violated(
          call + " was not back after " + seconds(dueNanos - fromNanos) + " of calm",
          calm.entry,
          call.invoked(),
          returned);
    }
  }

  /** A grant that its client does not learn of is lost, though the log has it. */
  private void checkIsTold(OrderedHistory past, Calm calm, Call call, Findings findings) {
    ShardPast shard = past.shard(call.operation().shard());
    Holding holding =
        call.isOk() ? shard.holding(call.token()) : shard.untold(call.operation().value());
    if (holding == null) {
      return;
    }
    long grantedNanos = Math.max(holding.grant().nanos(), call.invokedNanos());
    long dueNanos =
        Math.max(grantedNanos, calm.entry.fromNanos()) + boundNanos + calm.starvedNanos(call);
    Entry.Returned returned = call.returned();
    Entry.Watched end = holding.end();
    boolean isOver = end != null && end.nanos() <= dueNanos;
    boolean isBack = returned != null && returned.nanos() <= dueNanos;
    boolean wasBackBefore = returned != null && returned.nanos() < calm.entry.fromNanos();
    if (wasBackBefore || dueNanos > calm.entry.toNanos() || (isOver && !isBack)) {
      return;
    }
    if (!isBack && past.pauses().overlap(call.client(), grantedNanos, dueNanos)) {
      findings.leftOut();
      return;
    }
    findings.checked();
    if (!isBack) {
      findings.violated(
          call + " was granted token " + holding.token() + " and not told in time",
          calm.entry,
          call.invoked(),
          holding.grant(),
          returned);
    }
  }

  private static String seconds(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(nanos) + " s";
  }
}
