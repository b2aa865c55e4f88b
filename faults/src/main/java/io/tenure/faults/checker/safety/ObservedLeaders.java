package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An observer of an election sees the leaders in order, each once, with what they proclaimed. It
 * sees that there is no leader only after the previous one has ended. At the end, when there are no
 * faults, it knows the last leader. Without faults it sees every leader.
 */
public final class ObservedLeaders implements Promise {
  /** How long an observer may take to hear of a leader. */
  private static final long HEARD_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** An election that somebody observes. */
  private record Observation(String observer, int shard, String key) {}

  @Override
  public String name() {
    return "observers see every leader in order";
  }

  @Override
  public String about() {
    return "Section 8: watches";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    Map<Observation, List<Entry.Observed>> told = new HashMap<>();
    for (Entry.Observed entry : past.history().all(Entry.Observed.class)) {
      told.computeIfAbsent(
              new Observation(entry.observer(), entry.shard(), entry.key()),
              observation -> new ArrayList<>())
          .add(entry);
    }
    told.forEach((observation, entries) -> check(past, observation, entries, findings));
    return findings.verdict(this);
  }

  private static void check(
      OrderedHistory past, Observation observation, List<Entry.Observed> told, Findings findings) {
    ShardPast shard = past.shard(observation.shard());
    Map<Long, Holding> nextOf = successors(shard, observation.key());
    Entry.Observed last = null;
    for (Entry.Observed entry : told) {
      Holding before = last == null ? null : shard.holding(last.token());
      findings.checked();
      if (entry.token() == 0) {
        checkVacant(shard, before, entry, findings);
        continue;
      }
      Holding leader = shard.holding(entry.token());
      if (leader == null || !hasValue(leader, entry.value())) {
        if (shard.showsAllSince(entry.token(), entry.nanos())) {
          findings.violated(
              "token %d does not lead with \"%s\" by the log"
                  .formatted(entry.token(), entry.value()),
              leader == null ? null : leader.grant(),
              entry);
        }
      } else if (last != null
          && last.token() != entry.token()
          && shard.log().isWholeFrom(last.token())) {
        Holding expected = nextOf.get(last.token());
        boolean isNext = expected != null && expected.token() == entry.token();
        boolean isLater = entry.token() > last.token();
        if (!isNext && isLater && mayBeCutOff(past, last, entry)) {
          findings.leftOut();
        } else if (!isNext) {
          findings.violated(
              "%s was told of token %d after %d (expected: %s)"
                  .formatted(
                      observation.observer(),
                      entry.token(),
                      last.token(),
                      expected == null ? "none" : expected.token()),
              last,
              expected == null ? null : expected.grant(),
              entry);
        }
      }
      last = entry;
    }
    if (shard.log().isWholeFrom(last == null ? 1 : last.token())) {
      checkEnd(past, nextOf, last, findings);
    }
  }

  /**
   * A node that has just started does not have all of the past, and an observer that comes to it
   * begins anew, with who leads now. It is not told, and does not tell.
   */
  private static boolean mayBeCutOff(
      OrderedHistory past, Entry.Observed last, Entry.Observed entry) {
    return past.history().all(Entry.Fault.class).stream()
        .anyMatch(
            fault ->
                fault.fromNanos() <= entry.nanos()
                    && fault.toNanos() + HEARD_NANOS >= last.nanos());
  }

  /** The holds of the key itself, each under the token of the one before it. */
  private static Map<Long, Holding> successors(ShardPast shard, String key) {
    Map<Long, Holding> nextOf = new HashMap<>();
    long last = 0;
    for (Holding holding : shard.holdings()) {
      boolean isMeant =
          holding.grant().event().targets().stream().anyMatch(target -> target.key().equals(key));
      if (isMeant) {
        nextOf.put(last, holding);
        last = holding.token();
      }
    }
    return nextOf;
  }

  private static boolean hasValue(Holding holding, String value) {
    return holding.grant().event().value().equals(value)
        || holding.values().stream().anyMatch(seen -> seen.event().value().equals(value));
  }

  private static void checkVacant(
      ShardPast shard, @Nullable Holding before, Entry.Observed entry, Findings findings) {
    if (before != null
        && before.end() == null
        && shard.showsAllSince(before.token(), entry.nanos())) {
      findings.violated(
          "nobody is said to lead, but token " + before.token() + " does", before.grant(), entry);
    }
  }

  private static void checkEnd(
      OrderedHistory past,
      Map<Long, Holding> nextOf,
      Entry.@Nullable Observed last,
      Findings findings) {
    Holding missed = nextOf.get(last == null ? 0L : last.token());
    if (missed == null || past.lastCalmNanos() == Long.MIN_VALUE) {
      return;
    }
    findings.checked();
    if (missed.grant().nanos() < past.lastCalmNanos() - HEARD_NANOS) {
      findings.violated(
          "nobody who observes was told of token " + missed.token(),
          Objects.requireNonNullElse(last, missed.grant()),
          missed.grant());
    }
  }
}
