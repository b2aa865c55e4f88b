package io.tenure.faults.checker;

import io.tenure.faults.checker.liveness.ClocksChangeNothing;
import io.tenure.faults.checker.liveness.NothingLeftBehind;
import io.tenure.faults.checker.liveness.Progress;
import io.tenure.faults.checker.liveness.Recovery;
import io.tenure.faults.checker.safety.ClientKnowsFirst;
import io.tenure.faults.checker.safety.Fairness;
import io.tenure.faults.checker.safety.Fencing;
import io.tenure.faults.checker.safety.GrantsAskedFor;
import io.tenure.faults.checker.safety.GrantsStand;
import io.tenure.faults.checker.safety.GrowingTokens;
import io.tenure.faults.checker.safety.LogConsistency;
import io.tenure.faults.checker.safety.MutualExclusion;
import io.tenure.faults.checker.safety.NoEarlyExpiry;
import io.tenure.faults.checker.safety.NoOverlap;
import io.tenure.faults.checker.safety.ObservedLeaders;
import io.tenure.faults.checker.safety.ReadsShowTheTruth;
import io.tenure.faults.checker.safety.RealTimeOrder;
import io.tenure.faults.checker.safety.RefusalsHaveReason;
import io.tenure.faults.checker.safety.RefusalsStand;
import io.tenure.faults.checker.safety.ReleasesStand;
import io.tenure.faults.checker.safety.TokensOutliveRestores;
import io.tenure.faults.checker.safety.ValuesStand;
import io.tenure.faults.checker.safety.WatchStreams;
import io.tenure.faults.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Checks a history against all promises. */
public final class Checker {
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final List<Promise> promises;

  public Checker(Bounds bounds) {
    promises =
        List.of(
            new WholeHistory(),
            new MutualExclusion(),
            new GrowingTokens(),
            new TokensOutliveRestores(),
            new LogConsistency(),
            new RealTimeOrder(),
            new GrantsAskedFor(),
            new GrantsStand(),
            new ReleasesStand(),
            new ValuesStand(),
            new ReadsShowTheTruth(),
            new NoEarlyExpiry(),
            new ClientKnowsFirst(),
            new NoOverlap(),
            new Fencing(),
            new Fairness(),
            new RefusalsStand(bounds.giveBack()),
            new RefusalsHaveReason(),
            new WatchStreams(),
            new ObservedLeaders(),
            new Progress(bounds.progress()),
            new Recovery(bounds.recovery()),
            new NothingLeftBehind(bounds.ending()),
            new ClocksChangeNothing(bounds.silence()));
  }

  /** One verdict for each promise, in an order for people: the design's, mostly. */
  public List<Verdict> check(History history) {
    return check(history, said -> {});
  }

  /**
   * Like the other method, and reports progress if checking takes long.
   *
   * @param progress receives a message now and then
   */
  public List<Verdict> check(History history, Consumer<String> progress) {
    long toldNanos = System.nanoTime();
    OrderedHistory past = new OrderedHistory(history);
    List<Verdict> verdicts = new ArrayList<>();
    for (Promise promise : promises) {
      if (System.nanoTime() - toldNanos > QUIET_NANOS) {
        toldNanos = System.nanoTime();
        progress.accept(
            "checking: %s (%d of %d)"
                .formatted(promise.name(), verdicts.size() + 1, promises.size()));
      }
      verdicts.add(promise.check(past));
    }
    return verdicts;
  }
}
