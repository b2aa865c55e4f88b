package io.tenure.core.random.check;

import io.tenure.core.LockState;
import io.tenure.core.StateProbe;
import io.tenure.core.model.Footprint;
import io.tenure.core.model.Hold;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.naive.Picture;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What must be true of the core's state after any command, whatever the model says. */
public final class Invariants {
  private Invariants() {}

  public static void check(LockState core, Findings findings) {
    Picture now = new Picture(core.holds(), core.waiting());
    exclusion(now.holds(), findings);
    for (WaitingRequest request : now.waiting()) {
      findings.that(
          core.isEnding() || !now.isGrantable(request),
          Check.NOBODY_FORGOTTEN,
          () -> "still waits: " + request);
    }
    Set<OwnerId> stuck = now.stuck();
    findings.that(stuck.isEmpty(), Check.NO_DEADLOCK, () -> "wait for ever: " + stuck);
    findings.equal(Check.NO_DEAD_KEYS, prefixes(now).size(), StateProbe.nodes(core));
    orphans(core, now, findings);
  }

  /**
   * Memory is bounded by the greatest limits that there were. What waits becomes held without being
   * measured again, and the nodes of a request that comes back are not measured again either.
   */
  public static void memory(LockState core, long mostHeld, long mostWaiting, Findings findings) {
    long held = core.holds().stream().mapToLong(Footprint::of).sum();
    long waiting = core.waitingBytes();
    findings.that(waiting <= mostWaiting, Check.MEMORY, () -> "waiting bytes: " + waiting);
    findings.that(
        held + waiting <= mostHeld + mostWaiting,
        Check.MEMORY,
        () -> "held bytes: " + held + ", waiting bytes: " + waiting);
  }

  private static void exclusion(List<Hold> holds, Findings findings) {
    for (Hold one : holds) {
      for (Target target : one.targets()) {
        Set<OwnerId> sharers = new HashSet<>();
        sharers.add(one.owner());
        for (Hold other : holds) {
          if (!other.owner().equals(one.owner())) {
            other.targets().stream()
                .filter(held -> Picture.conflict(held, target))
                .forEach(
                    held -> findings.that(false, Check.EXCLUSION, () -> one + " beside " + other));
            if (other.targets().stream().anyMatch(held -> Picture.sameSemaphore(held, target))) {
              sharers.add(other.owner());
            }
          }
        }
        findings.that(
            !Picture.isPermit(target) || sharers.size() <= target.mode().limit(),
            Check.EXCLUSION,
            () -> sharers + " have permits of " + target);
      }
    }
  }

  /** All keys that something is held or waits at or below. */
  public static Set<String> prefixes(Picture now) {
    Set<String> prefixes = new HashSet<>();
    now.holds().forEach(hold -> hold.targets().forEach(target -> addPrefixes(target, prefixes)));
    now.waiting()
        .forEach(request -> request.targets().forEach(target -> addPrefixes(target, prefixes)));
    return prefixes;
  }

  private static void addPrefixes(Target target, Set<String> prefixes) {
    String path = target.key().path();
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      prefixes.add(path.substring(0, end));
    }
  }

  private static void orphans(LockState core, Picture now, Findings findings) {
    Set<SessionId> live = new HashSet<>();
    core.sessions().forEach(session -> live.add(session.id()));
    live.addAll(StateProbe.ending(core));
    for (Hold hold : now.holds()) {
      findings.that(
          live.contains(hold.owner().session()), Check.NO_ORPHANS, () -> "orphan: " + hold);
      findings.equal(Check.STATE, hold, core.hold(hold.token()));
    }
    for (WaitingRequest request : now.waiting()) {
      findings.that(
          live.contains(request.owner().session())
              && (!request.isUpgrade()
                  || now.holds().stream().anyMatch(hold -> hold.token() == request.upgradeOf())),
          Check.NO_ORPHANS,
          () -> "orphan: " + request);
    }
  }
}
