package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Call;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.Holding;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Precedence;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An acknowledged release took effect, and a closed session released everything it held: whatever
 * is requested afterwards comes after that end in the log.
 */
public final class ReleasesStand implements Promise {
  /** Why a client has lost what it held in a session that it closes. */
  private static final String CLOSED = "CLOSED";

  @Override
  public String name() {
    return "acknowledged releases last";
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
      Precedence order = new Precedence();
      for (Holding holding : shard.holdings()) {
        Call release = lastToldRelease(holding);
        if (release != null) {
          check(shard, holding, release, findings);
          addEnd(holding, release, order);
        }
        for (Call close : past.closes(holding.grant().event().session())) {
          if (close.isOk() && !isLostBefore(holding, close)) {
            check(shard, holding, close, findings);
            addEnd(holding, close, order);
          }
        }
        addGrant(holding, order);
      }
      for (Entry.RevisionRead read : shard.reads()) {
        order.addAfter(new Precedence.Step(read.revision(), true, read.askedNanos(), read, read));
      }
      order.check(findings, "revision");
    }
    return findings.verdict(this);
  }

  /**
   * Who closes a session that it knows to be lost is told nothing by the service either; unless it
   * is lost because it is being closed.
   */
  private static boolean isLostBefore(Holding holding, Call close) {
    Entry.Lost lost = holding.lost();
    return lost != null
        && (lost.nanos() < close.invokedNanos()
            || (lost.nanos() < close.overNanos() && !lost.why().equals(CLOSED)));
  }

  /** Whoever ended it, it was over when the client was told. */
  private static void addEnd(Holding holding, Call told, Precedence order) {
    Entry.Watched end = holding.end();
    if (end != null) {
      Entry.Returned returned = Objects.requireNonNull(told.returned());
      order.addBefore(
          new Precedence.Step(end.event().revision(), true, told.invokedNanos(), end, returned));
    }
  }

  private static void addGrant(Holding holding, Precedence order) {
    Call maker = holding.maker();
    if (maker != null) {
      order.addAfter(
          new Precedence.Step(
              holding.token(),
              false,
              maker.invokedNanos(),
              maker.invoked(),
              Objects.requireNonNull(maker.returned())));
    }
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
