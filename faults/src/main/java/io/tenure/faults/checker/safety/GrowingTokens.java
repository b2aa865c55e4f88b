package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Precedence;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardLog;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Wanted;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A token is the revision of its grant, and greater than every earlier token of the same key: in
 * the order of the log, and in the order of time in which clients received them.
 */
public final class GrowingTokens implements Promise {
  private static final long MAX_TOKEN = (1L << 53) - 1;

  @Override
  public String name() {
    return "tokens only grow";
  }

  @Override
  public String about() {
    return "2. Tokens only grow";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      checkLog(shard.log(), findings);
      checkTold(shard, findings);
    }
    return findings.verdict(this);
  }

  private static void checkLog(ShardLog log, Findings findings) {
    Map<String, Entry.Watched> newest = new HashMap<>();
    for (Entry.Watched seen : log.events()) {
      LogEvent event = seen.event();
      if (event.kind() != LogEvent.Kind.GRANTED) {
        continue;
      }
      findings.checked();
      if (event.token() != event.revision() || event.token() < 1 || event.token() > MAX_TOKEN) {
        findings.violated(
            "token: " + event.token() + " (expected: its revision, " + event.revision() + ")",
            seen);
      }
      for (Wanted target : event.targets()) {
        Entry.Watched before = newest.put(target.key(), seen);
        if (before != null && before.event().token() >= event.token()) {
          findings.violated(
              target.key() + ": token " + event.token() + " after " + before.event().token(),
              before,
              seen);
        }
      }
    }
  }

  private static void checkTold(ShardPast shard, Findings findings) {
    Map<String, Precedence> byKey = new HashMap<>();
    for (Call call : shard.calls()) {
      if (call.is(Operation.Kind.ACQUIRE) && call.isOk() && !mayBeOld(shard, call)) {
        Entry.Returned told = Objects.requireNonNull(call.returned());
        for (Wanted target : call.operation().targets()) {
          byKey
              .computeIfAbsent(target.key(), key -> new Precedence())
              .add(
                  new Precedence.Step(
                      call.token(), false, call.invokedNanos(), call.invoked(), told));
        }
      }
    }
    byKey.forEach((key, told) -> told.check(findings, key + ": token"));
  }

  /** Who asks again for what it holds is told the same token again, when others have newer ones. */
  @SuppressWarnings("ReferenceEquality") // Each call is one object.
  private static boolean mayBeOld(ShardPast shard, Call call) {
    Holding holding = shard.holding(call.token());
    return holding != null && holding.maker() != call && call.isAnsweredBy(holding.grant().event());
  }
}
