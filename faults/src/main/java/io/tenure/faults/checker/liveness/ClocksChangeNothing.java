package io.tenure.faults.checker.liveness;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.checker.safety.NoEarlyExpiry;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * While nothing is wrong except the wall clock of a node, every shard keeps granting and refusing.
 * {@link NoEarlyExpiry} checks that nothing expires because of it.
 *
 * <p>The history does not have leaders, but the loss of a leader, or a stalled service, shows in
 * calls without an answer. Left out are faults that overlap or closely follow another fault, faults
 * shorter than the bound, and shards that did not answer before.
 */
public final class ClocksChangeNothing implements Promise {
  private static final Set<String> KINDS = Set.of("clock-jump", "clock-drift");

  /** How long before it nothing else may be wrong. */
  private static final long ALONE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** How long before it the shard must have been answering, and within what time. */
  private static final long BEFORE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long ANSWERING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long boundNanos;

  public ClocksChangeNothing(Duration bound) {
    boundNanos = bound.toNanos();
  }

  @Override
  public String name() {
    return "wrong clocks change nothing";
  }

  @Override
  public String about() {
    return "Progress goes on";
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    NavigableMap<Integer, NavigableSet<Long>> answers = new TreeMap<>();
    for (Call call : past.calls()) {
      if (call.is(Operation.Kind.ACQUIRE) && (call.isOk() || call.isRefused())) {
        answers
            .computeIfAbsent(call.operation().shard(), shard -> new TreeSet<>())
            .add(call.overNanos());
      }
    }
    for (Entry.Fault fault : past.history().all(Entry.Fault.class)) {
      if (KINDS.contains(fault.kind())) {
        answers.forEach((shard, times) -> check(past, fault, shard, times, findings));
      }
    }
    return findings.verdict(this);
  }

  private void check(
      OrderedHistory past,
      Entry.Fault fault,
      int shard,
      NavigableSet<Long> answers,
      Findings findings) {
    long from = fault.fromNanos();
    long to = fault.toNanos();
    long most = boundNanos + past.pauses().mostStarvedNanos(from, to);
    boolean isAnswering = longestGap(answers, from - BEFORE_NANOS, from) <= ANSWERING_NANOS;
    if (to - from <= most || !isAnswering || !isAlone(past, fault)) {
      findings.leftOut();
      return;
    }
    findings.checked();
    long gap = longestGap(answers, from, to);
    if (gap > most) {
      findings.violated(
          "shard %d answered nobody for %.1f s while nothing was wrong but a clock"
              .formatted(shard, gap / 1e9),
          fault);
    }
  }

  /** Several clocks that are wrong must not change anything either. */
  private static boolean isAlone(OrderedHistory past, Entry.Fault fault) {
    return past.history().all(Entry.Fault.class).stream()
        .noneMatch(
            other ->
                !KINDS.contains(other.kind())
                    && other.fromNanos() <= fault.toNanos()
                    && other.toNanos() >= fault.fromNanos() - ALONE_NANOS);
  }

  /** Between two times, these included. */
  private static long longestGap(NavigableSet<Long> times, long from, long to) {
    long last = from;
    long longest = 0;
    for (long time : times.subSet(from, true, to, true)) {
      longest = Math.max(longest, time - last);
      last = time;
    }
    return Math.max(longest, to - last);
  }
}
