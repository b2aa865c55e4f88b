package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Claim;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.LockModel;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardLog;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A request that did not want to wait and was refused really would have had to wait: at some point
 * of the log at which the call may have been decided, another owner held what it asked for, or
 * waited for it. The call was decided after everything that was acknowledged before it was made,
 * and before everything that was requested after it was answered.
 */
public final class RefusalsHaveReason implements Promise {
  @Override
  public String name() {
    return "refusals have a reason";
  }

  @Override
  public String about() {
    return "Section 4: the grant rule";
  }

  /**
   * A refused call.
   *
   * @param from the first revision after which it may have been decided; 0 is before all
   * @param to the last one
   */
  private record Refusal(Call call, Claim wish, long from, long to) {}

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      List<Refusal> refusals = new ArrayList<>();
      boolean isWhole =
          shard.log().stretches().size() == 1
              && shard.log().events().get(0).event().revision() == 1;
      Times times = new Times(shard);
      for (Call call : shard.calls()) {
        boolean isMeant = call.is(Operation.Kind.ACQUIRE) && call.operation().waitMillis() == 0;
        if (isMeant && call.isRefused()) {
          long from = times.toldBefore(call.invokedNanos());
          long to = times.askedAfter(call.overNanos());
          if (isWhole && from <= to && to <= shard.log().last()) {
            refusals.add(new Refusal(call, wish(call), from, to));
          } else {
            findings.leftOut();
          }
        }
      }
      check(shard.log(), refusals, findings);
    }
    return findings.verdict(this);
  }

  /** As if it had waited. */
  private static Claim wish(Call call) {
    Operation asked = call.operation();
    LogEvent event =
        new LogEvent(
            Long.MAX_VALUE,
            LogEvent.Kind.QUEUED,
            asked.session(),
            asked.owner(),
            asked.targets(),
            0,
            asked.value(),
            0,
            "",
            0);
    return Claim.of(new Entry.Watched("", asked.shard(), event, call.invokedNanos()));
  }

  /** What was known of the log at which time. */
  private static final class Times {
    private final NavigableMap<Long, Long> told = new TreeMap<>();
    private final NavigableMap<Long, Long> asked = new TreeMap<>();

    Times(ShardPast shard) {
      for (Holding holding : shard.holdings()) {
        Call maker = holding.maker();
        if (maker != null) {
          told.merge(maker.overNanos(), holding.token(), Math::max);
          asked.merge(maker.invokedNanos(), holding.token() - 1, Math::min);
        }
      }
      for (Entry.RevisionRead read : shard.reads()) {
        told.merge(read.nanos(), read.revision(), Math::max);
        asked.merge(read.askedNanos(), read.revision(), Math::min);
      }
      accumulate(told);
      accumulateBack(asked);
    }

    private static void accumulate(NavigableMap<Long, Long> greatest) {
      long most = 0;
      for (Map.Entry<Long, Long> each : greatest.entrySet()) {
        most = Math.max(most, each.getValue());
        each.setValue(most);
      }
    }

    private static void accumulateBack(NavigableMap<Long, Long> least) {
      long fewest = Long.MAX_VALUE;
      for (Map.Entry<Long, Long> each : least.descendingMap().entrySet()) {
        fewest = Math.min(fewest, each.getValue());
        each.setValue(fewest);
      }
    }

    /** The greatest revision that somebody was told of before; 0 if nobody was. */
    long toldBefore(long nanos) {
      Map.Entry<Long, Long> last = told.lowerEntry(nanos);
      return last == null ? 0 : last.getValue();
    }

    /** The last revision before everything that was asked for afterwards. */
    long askedAfter(long nanos) {
      Map.Entry<Long, Long> next = asked.higherEntry(nanos);
      return next == null ? Long.MAX_VALUE : next.getValue();
    }
  }

  private static void check(ShardLog log, List<Refusal> refusals, Findings findings) {
    if (refusals.isEmpty()) {
      return;
    }
    refusals.sort(Comparator.comparingLong(Refusal::from));
    LockModel model = new LockModel(1);
    List<Refusal> open = new ArrayList<>();
    int next = 0;
    for (long revision = 0; revision <= log.last(); revision++) {
      if (revision > 0) {
        String unused = model.apply(Objects.requireNonNull(log.at(revision)));
      }
      while (next < refusals.size() && refusals.get(next).from() <= revision) {
        open.add(refusals.get(next++));
      }
      for (Iterator<Refusal> each = open.iterator(); each.hasNext(); ) {
        if (isSettled(model, each.next(), revision, findings)) {
          each.remove();
        }
      }
    }
  }

  /** Whether it is known what to say of it. */
  private static boolean isSettled(
      LockModel model, Refusal refusal, long reached, Findings findings) {
    boolean hasReason =
        !model.holdersAgainst(refusal.wish()).isEmpty()
            || !model.waitingAgainst(refusal.wish(), claim -> true).isEmpty();
    if (!hasReason && reached < refusal.to()) {
      return false;
    }
    findings.checked();
    if (!hasReason) {
      Call call = refusal.call();
      findings.violated(
          call
              + " was refused, though nobody was in its way from revision "
              + refusal.from()
              + " to "
              + refusal.to(),
          call.invoked(),
          call.returned());
    }
    return true;
  }
}
