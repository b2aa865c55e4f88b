package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Operation;

/**
 * An acknowledged grant is in the log as it was acknowledged, and lasts until the client releases
 * it, closes its session, or the session expires ({@link NoEarlyExpiry} checks whether it may). The
 * clients of a run never revoke or upgrade holds.
 */
public final class GrantsStand implements Promise {
  @Override
  public String name() {
    return "acknowledged grants last";
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
   * What the log does not know cannot be looked up, but what it has instead is no answer either;
   * and what the log did not even reach when somebody looked afterwards was never in it.
   */
  private static void checkIsThere(ShardPast shard, Call call, Findings findings) {
    Entry.Watched there = shard.log().at(call.token());
    if (there == null) {
      checkIsReached(shard, call, findings);
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

  private static void checkIsReached(ShardPast shard, Call call, Findings findings) {
    for (Entry.RevisionRead read : shard.reads()) {
      if (read.askedNanos() > call.overNanos() && read.revision() < call.token()) {
        findings.checked();
        findings.violated(
            call + " was told of a grant that is not in the log, which ends before it",
            call.invoked(),
            call.returned(),
            read);
        return;
      }
    }
    findings.leftOut();
  }

  private static void checkEnd(OrderedHistory past, Holding holding, Findings findings) {
    Entry.Watched end = holding.end();
    if (end == null) {
      return;
    }
    Call acquire = holding.acquires().get(0);
    String cause = end.event().cause();
    boolean atTheEnd = end.nanos() > past.lastCalmNanos();
    if (cause.equals(Cause.SESSION_CLOSED) && atTheEnd) {
      findings.leftOut(); // Clients that come to an end do not tell of everything they close.
      return;
    }
    findings.checked();
    // A client closes a session that it has lost, and who wants to release what is in it is not
    // told; and one that was opened for a hold alone ends with that.
    boolean isLetGo =
        holding.isReleaseAskedBefore(end.nanos()) || isKnownToBeLost(past, holding, end);
    boolean mayHaveBeenAsked =
        switch (cause) {
          case Cause.SESSION_EXPIRED -> true;
          case Cause.REVOKED, Cause.UPGRADED -> false;
          case Cause.SESSION_CLOSED -> isLetGo || isCloseAsked(past, holding, end);
          default -> isLetGo;
        };
    if (!mayHaveBeenAsked) {
      findings.violated(
          "token " + holding.token() + " ended, and nobody had asked for it",
          acquire.invoked(),
          acquire.returned(),
          holding.grant(),
          end,
          holding.lost());
    }
  }

  private static boolean isCloseAsked(OrderedHistory past, Holding holding, Entry.Watched end) {
    return past.closes(holding.grant().event().session()).stream()
        .anyMatch(close -> close.invokedNanos() <= end.nanos());
  }

  /**
   * A client that has lost something gives back what may be left of it; a dead one tells nothing.
   */
  private static boolean isKnownToBeLost(OrderedHistory past, Holding holding, Entry.Watched end) {
    String client = holding.acquires().get(0).client();
    Entry.Lost lost = holding.lost();
    return past.pauses().killedSoonAfter(client, end.nanos())
        || (lost != null
            && (lost.nanos() < end.nanos()
                || past.pauses().excuse(client, end.nanos(), lost.nanos())));
  }
}
