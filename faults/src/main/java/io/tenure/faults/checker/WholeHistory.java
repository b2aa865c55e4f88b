package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The history is complete and consistent. If not, the recording is broken, and the other verdicts
 * are worth little.
 */
final class WholeHistory implements Promise {
  @Override
  public String name() {
    return "the history makes sense";
  }

  @Override
  public String about() {
    return "The history itself";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    Map<Long, Entry.Invoked> invoked = new HashMap<>();
    for (Entry.Invoked entry : past.history().all(Entry.Invoked.class)) {
      findings.checked();
      Entry.Invoked before = invoked.putIfAbsent(entry.op(), entry);
      if (before != null) {
        findings.violated("op " + entry.op() + " was called twice", before, entry);
      }
    }
    Map<Long, Entry.Returned> returned = new HashMap<>();
    for (Entry.Returned entry : past.history().all(Entry.Returned.class)) {
      findings.checked();
      Entry.Returned before = returned.putIfAbsent(entry.op(), entry);
      Entry.Invoked call = invoked.get(entry.op());
      if (before != null) {
        findings.violated("op " + entry.op() + " came back twice", before, entry);
      } else if (call == null || call.nanos() > entry.nanos()) {
        findings.violated("op " + entry.op() + " came back before it was called", call, entry);
      }
    }
    for (ShardPast shard : past.shards()) {
      for (Entry.Watched seen : shard.log().events()) {
        checkCause(seen, findings);
      }
      checkWhole(shard.log().stretches(), findings);
    }
    return findings.verdict(this);
  }

  /** What nobody has watched cannot be judged, and what comes after it only in part. */
  private static void checkWhole(List<List<Entry.Watched>> stretches, Findings findings) {
    Entry.Watched last = null;
    for (List<Entry.Watched> stretch : stretches) {
      Entry.Watched first = stretch.get(0);
      long next = last == null ? 1 : last.event().revision() + 1;
      findings.checked();
      if (first.event().revision() != next && !ShardLog.isRestore(next, first.event().revision())) {
        findings.violated(
            "revisions "
                + next
                + " to "
                + (first.event().revision() - 1)
                + " were not shown by any watch",
            last,
            first);
      }
      last = stretch.get(stretch.size() - 1);
    }
  }

  private static void checkCause(Entry.Watched seen, Findings findings) {
    LogEvent event = seen.event();
    Set<String> known =
        switch (event.kind()) {
          case GRANTED -> Cause.OF_GRANTS;
          case RELEASED, WITHDRAWN -> Cause.OF_ENDS;
          case QUEUED -> Cause.OF_WAITS;
          case VALUE_CHANGED, DOWNGRADED -> Set.of(event.cause());
        };
    if (!known.contains(event.cause())) {
      findings.violated("cause: " + event.cause() + " (expected: one of " + known + ")", seen);
    }
  }
}
