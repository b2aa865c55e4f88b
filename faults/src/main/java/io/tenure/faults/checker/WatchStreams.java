package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.HashMap;
import java.util.Map;

/**
 * Every watch shows every event once and in order, from where it was asked to begin, and all
 * watches show the same. Only a watch that was told that it is cut off may go on later than it
 * wanted to.
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
      }
    }
    return findings.verdict(this);
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
