package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * No session expires before its TTL has passed since the last keep-alive that was acknowledged.
 *
 * <p>The service counts from when the keep-alive arrived, which is at or after when it was sent.
 * The session expired at or before when a watch first showed it. So with
 *
 * <pre>{@code
 * acknowledged < seen    and    seen < sent + ttl
 *
 * expired <= seen < sent + ttl <= arrived + ttl
 * }</pre>
 *
 * <p>it certainly expired too early. All clocks are the same one, so that there is no margin. The
 * first condition keeps out keep-alives that were under way while the session expired: they may
 * have been acknowledged after that. But one that was even sent after the expiry was seen must not
 * be acknowledged by anybody, least of all by a leader that is none any more.
 *
 * <p>A client that hears in reply to a keep-alive that its session is gone knows the same as one
 * that sees its expiry: it was gone by then. This way sessions count, too, in which nothing is
 * held, and of which the log says nothing; only what the client itself has closed does not.
 *
 * <p>The public client does not tell of its keep-alives, but until when they are good: less than
 * the TTL after it sent one that was acknowledged. A session that was seen to have expired before
 * that expired too early, or was kept alive afterwards. That a client stood still changes nothing
 * about this: the time counts on meanwhile.
 */
public final class NoEarlyExpiry implements Promise {
  @Override
  public String name() {
    return "no early expiry";
  }

  @Override
  public String about() {
    return "4. No early expiry";
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Map<Long, Entry.Watched> expired = new HashMap<>();
    for (ShardPast shard : past.shards()) {
      for (Entry.Watched seen : shard.log().events()) {
        if (isEndByExpiry(seen.event())) {
          expired.merge(seen.event().session(), seen, (a, b) -> a.nanos() <= b.nanos() ? a : b);
        }
      }
    }
    Map<Long, Entry.Sure> sure = new HashMap<>();
    for (ShardPast shard : past.shards()) {
      for (Holding holding : shard.holdings()) {
        for (Entry.Sure each : holding.sures()) {
          sure.merge(
              holding.grant().event().session(),
              each,
              (a, b) -> a.untilNanos() >= b.untilNanos() ? a : b);
        }
      }
    }
    Findings findings = new Findings();
    expired.forEach(
        (session, seen) -> {
          check(past, new Gone(session, "expired", seen), findings);
          checkSure(sure.get(session), seen, findings);
        });
    checkRefusals(past, findings);
    return findings.verdict(this);
  }

  private static void checkSure(Entry.@Nullable Sure sure, Entry.Watched seen, Findings findings) {
    if (sure == null) {
      return;
    }
    findings.checked();
    if (seen.nanos() < sure.untilNanos()) {
      long earlyMicros = (sure.untilNanos() - seen.nanos()) / 1_000;
      findings.violated(
          "session "
              + seen.event().session()
              + " expired "
              + earlyMicros
              + " us or more before "
              + sure.client()
              + " was no longer sure of token "
              + sure.token(),
          sure,
          seen);
    }
  }

  private static boolean isEndByExpiry(LogEvent event) {
    boolean isEnd =
        event.kind() == LogEvent.Kind.RELEASED || event.kind() == LogEvent.Kind.WITHDRAWN;
    return isEnd && event.cause().equals(Cause.SESSION_EXPIRED);
  }

  /**
   * Sessions in which nothing is held leave no trace in the log, but whoever keeps them is told.
   */
  private static void checkRefusals(OrderedHistory past, Findings findings) {
    for (Entry.KeepRefused refused : past.history().all(Entry.KeepRefused.class)) {
      boolean closed =
          past.closes(refused.session()).stream()
              .anyMatch(close -> close.invokedNanos() < refused.nanos());
      if (closed) {
        findings.leftOut();
      } else {
        check(past, new Gone(refused.session(), "was said to be gone", refused), findings);
      }
    }
  }

  /** That a session was gone by the time of this entry, though nobody had closed it. */
  private record Gone(long session, String how, Entry seen) {}

  private static void check(OrderedHistory past, Gone gone, Findings findings) {
    long nanos = gone.seen().nanos();
    Entry.Kept latest = null;
    Entry.Kept afterwards = null;
    for (Entry.Kept kept : past.kept(gone.session())) {
      if (kept.nanos() < nanos) {
        latest = latest == null || goodUntil(kept) > goodUntil(latest) ? kept : latest;
      } else if (kept.sentNanos() > nanos && afterwards == null) {
        afterwards = kept;
      }
    }
    String session = "session " + gone.session() + " ";
    if (latest == null) {
      findings.leftOut();
    } else {
      findings.checked();
      if (nanos < goodUntil(latest)) {
        long earlyMicros = (goodUntil(latest) - nanos) / 1_000;
        findings.violated(
            session + gone.how() + " " + earlyMicros + " us or more too early",
            latest,
            gone.seen());
      }
    }
    if (afterwards != null) {
      findings.violated(session + "was kept alive after it " + gone.how(), gone.seen(), afterwards);
    }
  }

  private static long goodUntil(Entry.Kept kept) {
    return kept.sentNanos() + TimeUnit.MILLISECONDS.toNanos(kept.ttlMillis());
  }
}
