package io.tenure.faults.checker;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client was told to be released is, and so is all that was held in a session it closed. */
final class ReleasesStand implements Promise {
  @Override
  public String name() {
    return "acknowledged releases last";
  }

  @Override
  public String about() {
    return "3. Nothing acknowledged is lost";
  }

  @Override
  public Verdict check(Past past) {
    Findings findings = new Findings();
    for (ShardPast shard : past.shards()) {
      for (Holding holding : shard.holdings()) {
        Call release = lastToldRelease(holding);
        if (release != null) {
          check(shard, holding, release, findings);
        }
        for (Call close : past.closes(holding.grant().event().session())) {
          if (close.isOk()) {
            check(shard, holding, close, findings);
          }
        }
      }
    }
    return findings.verdict(this);
  }

  /**
   * The release that must have ended the hold. The last one to be released does if the hold has
   * several handles; and who releases what it knows to be lost is told nothing by the service.
   */
  private static @Nullable Call lastToldRelease(Holding holding) {
    List<Call> told =
        holding.releases().stream()
            .filter(Call::isOk)
            .filter(release -> !holding.isLostBefore(release.overNanos()))
            .sorted(Comparator.comparingLong(Call::overNanos))
            .toList();
    boolean isReleased = !told.isEmpty() && told.size() >= holding.acquires().size();
    return isReleased ? told.get(told.size() - 1) : null;
  }

  private static void check(ShardPast shard, Holding holding, Call call, Findings findings) {
    boolean isOver = holding.end() != null;
    if (!isOver && !shard.showsAllSince(holding.token(), call.overNanos())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    if (!isOver) {
      findings.violated(
          call + " was told that it is over, but token " + holding.token() + " is still held",
          holding.grant(),
          call.invoked(),
          call.returned());
    }
  }
}
