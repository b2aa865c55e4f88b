package io.tenure.core.random.check;

import io.tenure.core.LockState;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionTally;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.naive.Picture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Compares what the core answers to readers with scans over all holds and requests. */
public final class Reads {
  /** Few enough that pages and queues go beyond it. */
  private static final int FEW = 2;

  private final LockState core;
  private final Picture now;
  private final TreeSet<Key> keys = new TreeSet<>();

  private Reads(LockState core) {
    this.core = core;
    now = new Picture(core.holds(), core.waiting());
    now.holds().forEach(hold -> hold.targets().forEach(target -> keys.add(target.key())));
    now.waiting().forEach(request -> request.targets().forEach(target -> keys.add(target.key())));
  }

  public static void check(LockState core, Findings findings) {
    Reads reads = new Reads(core);
    reads.counts(findings);
    reads.tallies(findings);
    reads.lookUps(findings);
    reads.pages(findings);
  }

  private void counts(Findings findings) {
    findings.equal(Check.READS, now.holds().size(), core.holdCount());
    findings.equal(Check.READS, now.waiting().size(), core.waitingCount());
    findings.equal(Check.READS, core.sessions().size(), core.sessionCount());
    for (Session session : core.sessions()) {
      findings.equal(Check.READS, session, core.session(session.id()));
      findings.equal(Check.READS, session, core.sessionByNonce(session.nonce()));
    }
  }

  private void tallies(Findings findings) {
    List<SessionTally> expected = new ArrayList<>();
    for (Session session : core.sessions()) {
      long holds =
          now.holds().stream().filter(hold -> hold.owner().session().equals(session.id())).count();
      long waiting =
          now.waiting().stream()
              .filter(request -> request.owner().session().equals(session.id()))
              .count();
      expected.add(new SessionTally(session, (int) holds, (int) waiting));
    }
    List<SessionTally> tallies = new ArrayList<>(core.sessionTallies());
    tallies.sort(Comparator.comparing(tally -> tally.session().id()));
    findings.equal(Check.READS, expected, tallies);
  }

  private void lookUps(Findings findings) {
    for (Key key : keys) {
      for (Key asked : List.of(key, Key.of(key.path() + "/nobody"))) {
        KeyStanding expected = standing(asked, target -> reaches(target, asked));
        findings.equal(Check.READS, expected, core.at(asked, FEW));
      }
    }
  }

  private void pages(Findings findings) {
    List<KeyStanding> expected = new ArrayList<>();
    keys.forEach(key -> expected.add(standing(key, target -> target.key().equals(key))));
    List<KeyStanding> listed = new ArrayList<>();
    Key last = null;
    List<KeyStanding> page;
    do {
      page = core.capture().list(null, last, FEW, FEW);
      listed.addAll(page);
      last = page.isEmpty() ? last : page.get(page.size() - 1).key();
    } while (page.size() == FEW);
    findings.equal(Check.READS, expected, listed);
  }

  private static boolean reaches(Target held, Key key) {
    return held.key().equals(key)
        || (held.scope() == Scope.SUBTREE && Picture.isAbove(held.key(), key));
  }

  private KeyStanding standing(Key key, Predicate<Target> shown) {
    List<Hold> holds =
        now.holds().stream().filter(hold -> hold.targets().stream().anyMatch(shown)).toList();
    List<WaitingRequest> waiters =
        now.waiting().stream()
            .filter(request -> request.targets().stream().anyMatch(t -> t.key().equals(key)))
            .sorted(Comparator.comparing(request -> request.isUpgrade() ? 0 : 1))
            .toList();
    return new KeyStanding(key, holds, waiters.stream().limit(FEW).toList(), waiters.size());
  }
}
