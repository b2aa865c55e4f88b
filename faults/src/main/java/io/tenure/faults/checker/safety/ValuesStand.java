package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A value whose change was acknowledged was set, and no value is set more often than requested. */
public final class ValuesStand implements Promise {
  @Override
  public String name() {
    return "acknowledged values last";
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
      for (Holding holding : shard.holdings()) {
        Map<String, Integer> changes = new HashMap<>();
        holding.values().forEach(seen -> changes.merge(seen.event().value(), 1, Integer::sum));
        for (Call setting : holding.settings()) {
          if (setting.isOk()) {
            check(shard, setting, changes, findings);
          }
        }
        checkRepeats(past, holding, findings);
      }
    }
    return findings.verdict(this);
  }

  /** Uses up one change of the value for each call that was told that it made one. */
  private static void check(
      ShardPast shard, Call setting, Map<String, Integer> changes, Findings findings) {
    Operation asked = setting.operation();
    int left = changes.merge(asked.value(), -1, Integer::sum);
    if (left < 0 && !shard.showsAllSince(asked.token(), setting.overNanos())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    if (left < 0) {
      findings.violated(
          setting + " was told of a value that is not in the log",
          setting.invoked(),
          setting.returned());
    }
  }

  /** A call that is sent again is the same call, and changes nothing any more. */
  private static void checkRepeats(OrderedHistory past, Holding holding, Findings findings) {
    if (holding.values().isEmpty() || holding.acquires().isEmpty()) {
      return;
    }
    String client = holding.acquires().get(0).client();
    Map<String, Integer> askers = new HashMap<>();
    holding.settings().forEach(call -> askers.merge(call.operation().value(), 1, Integer::sum));
    for (Entry.Watched seen : holding.values()) {
      int left = askers.merge(seen.event().value(), -1, Integer::sum);
      if (past.pauses().killedSoonAfter(client, seen.nanos())) {
        findings.leftOut();
        continue;
      }
      findings.checked();
      if (left < 0) {
        List<Entry> shown = new ArrayList<>();
        holding.settings().stream()
            .filter(call -> call.operation().value().equals(seen.event().value()))
            .forEach(call -> shown.add(call.invoked()));
        shown.add(seen);
        findings.violated(
            "the value of token " + holding.token() + " was set more often than was asked for",
            shown);
      }
    }
  }
}
