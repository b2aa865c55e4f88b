package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.Rules;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every grant was requested; the value of the hold identifies the request. Clients that were killed
 * are no exception: a client records a request before it sends it. So this also detects that all
 * records of a process are missing.
 *
 * <p>No acquire is granted twice, in any session. An acquire without a named owner may stand for
 * several grants, because the client campaigns again by itself.
 */
public final class GrantsAskedFor implements Promise {
  @Override
  public String name() {
    return "every grant was asked for";
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
      Map<String, List<Call>> asked = new HashMap<>();
      for (Call call : shard.calls()) {
        if (call.is(Operation.Kind.ACQUIRE)) {
          asked.computeIfAbsent(call.operation().value(), mark -> new ArrayList<>(1)).add(call);
        }
      }
      Map<Call, Entry.Watched> granted = new HashMap<>();
      for (Entry.Watched seen : shard.log().events()) {
        if (seen.event().kind() == LogEvent.Kind.GRANTED) {
          findings.checked();
          check(seen, asked.getOrDefault(seen.event().value(), List.of()), granted, findings);
        }
      }
    }
    return findings.verdict(this);
  }

  private static void check(
      Entry.Watched seen, List<Call> marked, Map<Call, Entry.Watched> granted, Findings findings) {
    LogEvent event = seen.event();
    List<Call> asked = marked.stream().filter(call -> isAskedFor(call, seen)).toList();
    if (asked.isEmpty()) {
      List<Entry> shown = new ArrayList<>(marked.stream().limit(2).map(Call::invoked).toList());
      shown.add(seen);
      findings.violated("token " + event.token() + " was granted, and nobody had asked", shown);
      return;
    }
    boolean isOnlyOne = asked.size() == 1 && !event.value().isEmpty();
    Call call = asked.get(0);
    if (isOnlyOne && !call.operation().owner().isEmpty()) {
      Entry.Watched before = granted.putIfAbsent(call, seen);
      if (before != null) {
        findings.violated(call + " was granted twice", call.invoked(), before, seen);
      }
    }
  }

  private static boolean isAskedFor(Call call, Entry.Watched seen) {
    Operation asked = call.operation();
    LogEvent event = seen.event();
    return call.invokedNanos() <= seen.nanos()
        && (asked.session() == 0 || asked.session() == event.session())
        && (asked.owner().isEmpty() || asked.owner().equals(event.owner()))
        && Rules.inOrder(asked.targets()).equals(Rules.inOrder(event.targets()));
  }
}
