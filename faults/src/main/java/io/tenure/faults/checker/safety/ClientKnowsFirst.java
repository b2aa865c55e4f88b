package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Claim;
import io.tenure.faults.checker.Claims;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.Rules;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A client that loses a hold because its session expired learns of the loss before another owner
 * gets the hold.
 *
 * <p>The other owner got it at or before the first time that a client or a watch saw the grant. A
 * client that learnt of its loss only after that certainly learnt of it too late. This is not a
 * violation if the client was paused since its last keep-alive or since it last knew that it was
 * holder; if its process got no CPU time shortly before; if it was killed before it could record
 * the loss; if it had already given up the hold; or if it did not know yet that it had been
 * granted. A client that releases by itself always knows first, and proves nothing.
 */
public final class ClientKnowsFirst implements Promise {
  /** Why a client has lost something that it keeps alive no longer, by its own decision. */
  public static final String ABANDONED = "ABANDONED";

  @Override
  public String name() {
    return "the client knows first";
  }

  @Override
  public String about() {
    return "5. The client knows first";
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      Claims expired = new Claims();
      for (Entry.Watched seen : shard.log().events()) {
        LogEvent event = seen.event();
        Holding holding = shard.holding(event.token());
        if (holding == null) {
          continue;
        }
        if (isExpiry(event) && !holding.acquires().isEmpty()) {
          expired.add(Claim.of(seen));
        } else if (event.kind() == LogEvent.Kind.GRANTED) {
          for (Claim claim : removeThoseBefore(Claim.of(seen), expired)) {
            Holding before = shard.holding(claim.origin().event().token());
            check(past, Objects.requireNonNull(before), holding, findings);
          }
        }
      }
    }
    return findings.verdict(this);
  }

  private static boolean isExpiry(LogEvent event) {
    return event.kind() == LogEvent.Kind.RELEASED && event.cause().equals(Cause.SESSION_EXPIRED);
  }

  /** Those whose next conflicting grant this is. */
  private static List<Claim> removeThoseBefore(Claim granted, Claims expired) {
    List<Claim> found = new ArrayList<>(0);
    for (Wanted target : granted.targets()) {
      List<Claim> here =
          expired.meeting(
              target,
              part ->
                  !part.claim().isOfSameOwner(granted) && Rules.conflict(part.target(), target));
      here.forEach(expired::remove);
      found.addAll(here);
    }
    return found;
  }

  private static void check(OrderedHistory past, Holding before, Holding next, Findings findings) {
    Call acquire = before.acquires().get(0);
    long nextNanos = next.grant().nanos();
    for (Call call : next.acquires()) {
      nextNanos = Math.min(nextNanos, call.overNanos());
    }
    Entry.Lost lost = before.lost();
    boolean inTime = before.isLostBefore(nextNanos);
    if (lost != null && lost.why().equals(ABANDONED)) {
      findings.leftOut();
    } else if (inTime) {
      findings.checked();
    } else if (isExcused(past, before, acquire, nextNanos)
        || past.pauses().excuse(acquire.client(), nextNanos, knewNanos(before, nextNanos))) {
      findings.leftOut();
    } else {
      findings.checked();
      findings.violated(
          acquire.client()
              + (before.lost() == null ? " was never told" : " was told too late")
              + " that token "
              + before.token()
              + " is lost, and "
              + next.token()
              + " was granted",
          before.grant(),
          before.end(),
          before.lost(),
          next.grant());
    }
  }

  private static boolean isExcused(
      OrderedHistory past, Holding before, Call acquire, long nextNanos) {
    long session = before.grant().event().session();
    long keptNanos = acquire.invokedNanos();
    for (Entry.Kept kept : past.kept(session)) {
      if (kept.nanos() < nextNanos) {
        keptNanos = Math.max(keptNanos, kept.sentNanos());
      }
    }
    for (Entry.Sure sure : before.sures()) {
      if (sure.nanos() < nextNanos) {
        keptNanos = Math.max(keptNanos, sure.nanos());
      }
    }
    return acquire.overNanos() > nextNanos
        || before.isReleaseAskedBefore(nextNanos)
        || past.closes(session).stream().anyMatch(call -> call.invokedNanos() < nextNanos)
        || past.pauses().overlap(acquire.client(), keptNanos, nextNanos)
        || past.pauses().killedSoonAfter(acquire.client(), nextNanos);
  }

  /** When the client held it no longer by its own knowledge; never if nobody has told it. */
  private static long knewNanos(Holding holding, long fromNanos) {
    Entry.Lost lost = holding.lost();
    long knew = lost == null ? Long.MAX_VALUE : Math.max(fromNanos, lost.nanos());
    for (Call release : holding.releases()) {
      knew = Math.min(knew, Math.max(fromNanos, release.invokedNanos()));
    }
    return knew;
  }
}
