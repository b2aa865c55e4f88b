package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;
import java.util.Set;

/**
 * A grant that a client was told of is in the log as it was told, and lasts until the client gives
 * it back, its session ends, or an operator revokes it.
 */
final class GrantsStand implements Promise {
  private static final Set<String> ENDS_UNASKED =
      Set.of(Cause.SESSION_CLOSED, Cause.SESSION_EXPIRED, Cause.REVOKED, Cause.UPGRADED);

  @Override
  public String name() {
    return "acknowledged grants last";
  }

  @Override
  public String about() {
    return "3. Nothing acknowledged is lost";
  }

  @Override
  public Verdict check(Past past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      for (Call call : shard.calls()) {
        if (call.is(Operation.Kind.ACQUIRE) && call.isOk()) {
          checkIsThere(shard, call, findings);
        }
      }
      for (Holding holding : shard.holdings()) {
        if (!holding.acquires().isEmpty()) {
          checkEnd(past, holding, findings);
        }
      }
    }
    return findings.verdict(this);
  }

  /**
   * What the log does not know cannot be looked up, but what it has instead is no answer either.
   */
  private static void checkIsThere(ShardPast shard, Call call, Findings findings) {
    Entry.Watched there = shard.log().at(call.token());
    if (there == null) {
      findings.leftOut();
      return;
    }
    findings.checked();
    if (!call.isAnsweredBy(there.event())) {
      findings.violated(
          call + " was told of a grant that is not in the log",
          call.invoked(),
          call.returned(),
          there);
    }
  }

  private static void checkEnd(Past past, Holding holding, Findings findings) {
    Entry.Watched end = holding.end();
    if (end == null) {
      return;
    }
    findings.checked();
    Call acquire = holding.acquires().get(0);
    boolean mayHaveBeenAsked =
        holding.isReleaseAskedBefore(end.nanos())
            || holding.lost() != null
            || past.pauses().killedSoonAfter(acquire.client(), end.nanos());
    if (!ENDS_UNASKED.contains(end.event().cause()) && !mayHaveBeenAsked) {
      findings.violated(
          "token " + holding.token() + " ended, and nobody had asked for it",
          acquire.invoked(),
          acquire.returned(),
          holding.grant(),
          end);
    }
  }
}
