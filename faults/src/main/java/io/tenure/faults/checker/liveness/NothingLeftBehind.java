package io.tenure.faults.checker.liveness;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Without faults, a hold that no client keeps alive ends soon: holds of clients that were killed,
 * that have released it, or that do not know that they were granted it.
 */
public final class NothingLeftBehind implements Promise {
  private final long boundNanos;

  public NothingLeftBehind(Duration bound) {
    boundNanos = bound.toNanos();
  }

  @Override
  public String name() {
    return "nothing is left behind";
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
      Map<String, Call> ungranted = ungranted(shard);
      for (Holding holding : shard.holdings()) {
        Call call =
            holding.acquires().isEmpty()
                ? ungranted.get(holding.grant().event().value())
                : holding.acquires().get(0);
        if (call != null) {
          long goneNanos = Math.max(holding.grant().nanos(), goneNanos(past, holding, call));
          check(past, shard, new Left(holding, call.client(), goneNanos), findings);
        }
      }
    }
    return findings.verdict(this);
  }

  /** What nobody wants any more since then. */
  private record Left(Holding holding, String client, long goneNanos) {}

  /** Those that may have been granted without the client's knowledge, by their values. */
  private static Map<String, Call> ungranted(ShardPast shard) {
    Map<String, Call> found = new HashMap<>();
    for (Call call : shard.calls()) {
      boolean isNamed = !call.operation().value().isEmpty();
      if (call.is(Operation.Kind.ACQUIRE) && isNamed && !call.isOk()) {
        found.put(call.operation().value(), call);
      }
    }
    return found;
  }

  /** Since when the client does not keep it, or does not want it; never if it still does. */
  private static long goneNanos(OrderedHistory past, Holding holding, Call call) {
    long gone = past.pauses().killedNanos(call.client());
    Entry.Lost lost = holding.lost();
    if (lost != null) {
      gone = Math.min(gone, lost.nanos());
    }
    if (holding.acquires().isEmpty()) {
      Entry.Returned returned = call.returned();
      return returned == null ? gone : Math.min(gone, returned.nanos());
    }
    boolean isReleased =
        holding.releases().size() >= holding.acquires().size()
            && holding.releases().stream().noneMatch(Call::isNotDone);
    if (isReleased) {
      long last = holding.releases().stream().mapToLong(Call::invokedNanos).max().orElseThrow();
      gone = Math.min(gone, last);
    }
    for (Call close : past.closes(holding.grant().event().session())) {
      gone = Math.min(gone, close.invokedNanos());
    }
    return gone;
  }

  private void check(OrderedHistory past, ShardPast shard, Left left, Findings findings) {
    Entry.Watched end = left.holding.end();
    for (Entry.Calm calm : past.history().all(Entry.Calm.class)) {
      long fromNanos = Math.max(left.goneNanos, calm.fromNanos());
      boolean isDue = fromNanos <= calm.toNanos() - boundNanos;
      if (!isDue || (end != null && end.nanos() < calm.fromNanos())) {
        continue;
      }
      long dueNanos =
          fromNanos + boundNanos + past.pauses().mostStarvedNanos(fromNanos, calm.toNanos());
      long killedNanos = past.pauses().killedNanos(left.client);
      boolean stoodStill =
          killedNanos > dueNanos && past.pauses().overlap(left.client, fromNanos, dueNanos);
      boolean isOver = end != null && end.nanos() <= dueNanos;
      boolean isKnown = end != null || shard.showsAllSince(left.holding.token(), dueNanos);
      if (!isOver && (dueNanos > calm.toNanos() || stoodStill || !isKnown)) {
        findings.leftOut();
        continue;
      }
      findings.checked();
      if (!isOver) {
        findings.violated(
            "token "
                + left.holding.token()
                + " was held for "
                + TimeUnit.NANOSECONDS.toSeconds(dueNanos - fromNanos)
                + " s of calm, though "
                + left.client
                + " was gone or had let go of it",
            left.holding.grant(),
            calm,
            left.holding.lost(),
            end);
      }
    }
  }
}
