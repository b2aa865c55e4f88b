package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.HashMap;
import java.util.Map;

/**
 * Every watch shows every event once and in order, from where it was asked to begin, and all
 * watches show the same. Only a watch that was told that it is cut off may go on later than it
 * wanted to. One that was told that it has been shown everything up to a revision has been, and in
 * the end, when all is calm, each has been shown everything.
 */
final class WatchStreams implements Promise {
  /** A watch in one shard. */
  private record Stream(String watch, int shard) {}

  /** Where a watch stands. */
  private static final class Position {
    /** The revision that must come next; 0 while any may. */
    private long next;

    /** What tells that: a beginning, or what was shown last. */
    private Entry reason;

    Position(Entry reason) {
      this.reason = reason;
    }
  }

  @Override
  public String name() {
    return "watches are complete, in order and alike";
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
  public Verdict check(Past past) {
    Findings findings = new Findings();
    Map<Stream, Position> positions = new HashMap<>();
    for (Entry entry : past.history().entries()) {
      if (entry instanceof Entry.WatchBegan began) {
        Position position = at(positions, new Stream(began.watch(), began.shard()), began);
        position.next = began.fromRevision();
        position.reason = began;
      } else if (entry instanceof Entry.WatchCutOff cut) {
        at(positions, new Stream(cut.watch(), cut.shard()), cut).next = 0;
      } else if (entry instanceof Entry.Watched seen) {
        findings.checked();
        checkOrder(at(positions, new Stream(seen.watch(), seen.shard()), seen), seen, findings);
        checkAlike(past, seen, findings);
      } else if (entry instanceof Entry.WatchProgress told) {
        findings.checked();
        Position position = at(positions, new Stream(told.watch(), told.shard()), told);
        checkShown(told.watch(), position, told.revision(), told, findings);
      }
    }
    checkEnds(past, positions, findings);
    return findings.verdict(this);
  }

  private static void checkShown(
      String watch, Position position, long revision, Entry told, Findings findings) {
    if (position.next != 0 && position.next <= revision) {
      findings.violated(
          watch + " has not shown " + position.next + ", though the log has " + revision,
          position.reason,
          told);
    }
  }

  /** A run that did not end in a calm may have ended because something did not work any more. */
  private static void checkEnds(Past past, Map<Stream, Position> positions, Findings findings) {
    long calmNanos = past.lastCalmNanos();
    boolean endsInCalm =
        calmNanos != Long.MIN_VALUE
            && past.history().all(Entry.Fault.class).stream()
                .allMatch(fault -> fault.toNanos() <= calmNanos);
    if (!endsInCalm) {
      return;
    }
    Map<Integer, Entry.RevisionRead> ends = new HashMap<>();
    for (Entry.RevisionRead read : past.history().all(Entry.RevisionRead.class)) {
      if (read.askedNanos() >= calmNanos) {
        ends.merge(read.shard(), read, (a, b) -> a.revision() >= b.revision() ? a : b);
      }
    }
    positions.forEach(
        (stream, position) -> {
          Entry.RevisionRead end = ends.get(stream.shard());
          if (end != null) {
            findings.checked();
            checkShown(stream.watch(), position, end.revision(), end, findings);
          }
        });
  }

  private static Position at(Map<Stream, Position> positions, Stream stream, Entry entry) {
    return positions.computeIfAbsent(stream, each -> new Position(entry));
  }

  private static void checkOrder(Position position, Entry.Watched seen, Findings findings) {
    long revision = seen.event().revision();
    boolean isNext =
        position.next == 0
            || revision == position.next
            || ShardLog.isRestore(position.next, revision);
    if (!isNext) {
      String what = revision < position.next ? " showed again " : " left something out before ";
      findings.violated(
          seen.watch() + what + revision + " (expected: " + position.next + ")",
          position.reason,
          seen);
    }
    position.next = revision + 1;
    position.reason = seen;
  }

  private static void checkAlike(Past past, Entry.Watched seen, Findings findings) {
    Entry.Watched known = past.shard(seen.shard()).log().at(seen.event().revision());
    if (known != null && !known.event().equals(seen.event())) {
      findings.violated(
          "revision " + seen.event().revision() + " is not the same in all watches", known, seen);
    }
  }
}
