package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.Rules;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Wanted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An operation that was reported to the client as not done was not done. The value of an acquire
 * identifies it in the log, if it has one. Of an acquire without a value only the session is known:
 * it may have been granted just when it was given up, if the hold is then released.
 */
public final class RefusalsStand implements Promise {
  private final long giveBackNanos;

  /**
   * The promise.
   *
   * @param giveBack how long giving back may take
   */
  public RefusalsStand(Duration giveBack) {
    giveBackNanos = giveBack.toNanos();
  }

  @Override
  public String name() {
    return "what was refused was not done";
  }

  @Override
  public String about() {
    return "7. A call that may have executed never looks like one that did not";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      checkAcquires(shard, findings);
      for (Holding holding : shard.holdings()) {
        checkRelease(past, holding, findings);
        checkValues(holding, findings);
      }
    }
    return findings.verdict(this);
  }

  private void checkAcquires(ShardPast shard, Findings findings) {
    Map<List<Wanted>, List<Call>> ungranted = new HashMap<>();
    Map<String, List<Call>> byMark = new HashMap<>();
    for (Call call : shard.calls()) {
      if (!call.is(Operation.Kind.ACQUIRE)) {
        continue;
      }
      if (!call.operation().value().isEmpty()) {
        byMark.computeIfAbsent(call.operation().value(), mark -> new ArrayList<>(1)).add(call);
      }
      if (!call.isOk()) {
        ungranted
            .computeIfAbsent(Rules.inOrder(call.operation().targets()), key -> new ArrayList<>())
            .add(call);
        if (call.isNotDone()) {
          findings.checked();
        }
      }
    }
    for (Holding holding : shard.holdings()) {
      String mark = holding.grant().event().value();
      boolean isNew = !holding.grant().event().cause().equals(Cause.UPGRADED);
      if (isNew && !mark.isEmpty()) {
        checkMark(holding, byMark.getOrDefault(mark, List.of()), findings);
      } else if (holding.acquires().isEmpty() && holding.end() == null) {
        List<Wanted> targets = Rules.inOrder(holding.grant().event().targets());
        checkStays(shard, holding, ungranted.getOrDefault(targets, List.of()), findings);
      }
    }
  }

  /** Several have the same value if one call stands for several requests. */
  private static void checkMark(Holding holding, List<Call> marked, Findings findings) {
    if (!marked.isEmpty() && marked.stream().allMatch(Call::isNotDone)) {
      Call refused = marked.get(0);
      findings.violated(
          refused + " was told that it has nothing, but was granted token " + holding.token(),
          refused.invoked(),
          refused.returned(),
          holding.grant());
    }
  }

  /** A hold that stays, though nobody was told of it. */
  private void checkStays(
      ShardPast shard, Holding holding, List<Call> candidates, Findings findings) {
    Call refused = null;
    for (Call call : candidates) {
      if (call.invokedNanos() <= holding.grant().nanos() && mayMean(call, holding)) {
        if (!call.isNotDone()) {
          return;
        }
        refused = call;
      }
    }
    if (refused != null
        && shard.showsAllSince(holding.token(), refused.overNanos() + giveBackNanos)) {
      findings.violated(
          refused + " was told that it has nothing, but holds token " + holding.token(),
          refused.invoked(),
          refused.returned(),
          holding.grant());
    }
  }

  /** Whether the hold may have come of this call. It is certain only of calls with a name. */
  private static boolean mayMean(Call call, Holding holding) {
    Operation asked = call.operation();
    LogEvent grant = holding.grant().event();
    boolean isNamed = asked.session() != 0 || !asked.value().isEmpty();
    return (isNamed || !call.isNotDone())
        && (asked.session() == 0 || asked.session() == grant.session())
        && (asked.owner().isEmpty() || asked.owner().equals(grant.owner()))
        && asked.value().equals(grant.value());
  }

  private static void checkRelease(OrderedHistory past, Holding holding, Findings findings) {
    List<Call> releases = holding.releases();
    if (releases.isEmpty() || !releases.stream().allMatch(Call::isNotDone)) {
      return;
    }
    findings.checked();
    Entry.Watched end = holding.end();
    Call release = releases.get(0);
    if (end == null || !holding.endedBy(Cause.BY_RELEASE)) {
      return;
    }
    boolean mayBeByAnother =
        holding.lost() != null || past.pauses().killedSoonAfter(release.client(), end.nanos());
    if (!mayBeByAnother) {
      findings.violated(
          release + " was told that it did nothing, but it did",
          release.invoked(),
          release.returned(),
          end);
    }
  }

  private static void checkValues(Holding holding, Findings findings) {
    for (Call setting : holding.settings()) {
      if (!setting.isNotDone()) {
        continue;
      }
      String value = setting.operation().value();
      boolean isOnlyOne =
          holding.settings().stream().filter(each -> each.operation().value().equals(value)).count()
              == 1;
      findings.checked();
      for (Entry.Watched seen : holding.values()) {
        if (isOnlyOne && seen.event().value().equals(value)) {
          findings.violated(
              setting + " was told that it did nothing, but it did",
              setting.invoked(),
              setting.returned(),
              seen);
        }
      }
    }
  }
}
