package io.tenure.faults.checker;

import io.tenure.faults.history.History;
import java.util.List;

/** Checks a history against all promises. */
public final class Checker {
  private final List<Promise> promises;

  public Checker(Bounds bounds) {
    promises =
        List.of(
            new WholeHistory(),
            new MutualExclusion(),
            new GrowingTokens(),
            new LawfulLog(),
            new RealTimeOrder(),
            new GrantsStand(),
            new ReleasesStand(),
            new ValuesStand(),
            new NoEarlyExpiry(),
            new ClientKnowsFirst(),
            new NoOverlap(),
            new Fencing(),
            new Fairness(),
            new RefusalsStand(bounds.giveBack()),
            new RefusalsHaveReason(),
            new WatchStreams(),
            new Progress(bounds.progress()),
            new Recovery(bounds.recovery()),
            new NothingLeftBehind(bounds.ending()));
  }

  /** One verdict for each promise, in an order for people: the design's, mostly. */
  public List<Verdict> check(History history) {
    Past past = new Past(history);
    return promises.stream().map(promise -> promise.check(past)).toList();
  }
}
