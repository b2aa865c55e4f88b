package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.LockModel;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardLog;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * A read of a key returns the holders and waiters that the log has at the revision of the read.
 * {@link RealTimeOrder} checks that this revision is not too old.
 */
public final class ReadsShowTheTruth implements Promise {
  @Override
  public String name() {
    return "reads show what is held";
  }

  @Override
  public String about() {
    return "3. Nothing acknowledged is lost";
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    Map<Integer, List<Entry.KeyRead>> byShard = new HashMap<>();
    for (Entry.KeyRead read : past.history().all(Entry.KeyRead.class)) {
      byShard.computeIfAbsent(read.shard(), shard -> new ArrayList<>()).add(read);
    }
    byShard.forEach((shard, reads) -> check(past.shard(shard).log(), reads, findings));
    return findings.verdict(this);
  }

  private static void check(ShardLog log, List<Entry.KeyRead> reads, Findings findings) {
    reads.sort(Comparator.comparingLong(Entry.KeyRead::revision));
    Queue<Entry.KeyRead> left = new ArrayDeque<>(reads);
    LockModel model = new LockModel(1);
    long revision = 0;
    for (Entry.Watched seen : log.events()) {
      if (seen.event().revision() != revision + 1) {
        break;
      }
      checkAt(revision, model, left, findings);
      model.apply(seen);
      revision++;
    }
    checkAt(revision, model, left, findings);
    // Nobody knows all that was held then.
    left.forEach(read -> findings.leftOut());
  }

  private static void checkAt(
      long revision, LockModel model, Queue<Entry.KeyRead> left, Findings findings) {
    while (!left.isEmpty() && left.element().revision() == revision) {
      check(model, left.remove(), findings);
    }
  }

  private static void check(LockModel model, Entry.KeyRead read, Findings findings) {
    List<Entry.Shown> held =
        model.heldAt(read.key()).stream()
            .map(claim -> new Entry.Shown(claim.origin().event().token(), claim.value()))
            .toList();
    int waiting = model.waitingAt(read.key());
    findings.checked();
    if (!held.equals(read.held()) || waiting != read.waiting()) {
      findings.violated(
          "%s at revision %d of shard %d: held %s, %d waiting (expected: %s, %d)"
              .formatted(
                  read.key(),
                  read.revision(),
                  read.shard(),
                  read.held(),
                  read.waiting(),
                  held,
                  waiting),
          read);
    }
  }
}
