package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardLog;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Every watch shows every event once and in order, from its start revision, and all watches show
 * the same. Only a watch that was told that it is cut off may resume at a later revision than it
 * asked for. A watch that was told that it has received everything up to a revision has received
 * it, and at the end, when there are no faults, each has received everything. This holds for
 * watches through plain calls and for those of the public client, which follows the leader by
 * itself.
 */
public final class WatchStreams implements Promise {
  /** After so long in a calm every watch goes on where it was. */
  private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** A watch in one shard. */
  private record Stream(String watch, int shard) {}

  /** What a watch has shown, and where that is written. */
  private record Shown(Stream stream, LogEvent event, Entry entry) {}

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
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    Map<Stream, Position> positions = new HashMap<>();
    for (Entry entry : past.history().entries()) {
      if (entry instanceof Entry.WatchBegan began) {
        Position position = at(positions, new Stream(began.watch(), began.shard()), began);
        findings.checked();
        checkResumed(position, began, findings);
        position.next = began.fromRevision();
        position.reason = began;
      } else if (entry instanceof Entry.WatchCutOff cut) {
        findings.leftOut();
        checkCutOff(past, cut, findings);
        at(positions, new Stream(cut.watch(), cut.shard()), cut).next = 0;
      } else if (entry instanceof Entry.Watched seen) {
        Stream stream = new Stream(seen.watch(), seen.shard());
        findings.checked();
        checkOrder(at(positions, stream, seen), new Shown(stream, seen.event(), seen), findings);
        checkAlike(past, new Shown(stream, seen.event(), seen), event -> event, findings);
      } else if (entry instanceof Entry.ClientWatched seen) {
        Stream stream = new Stream(seen.watch(), seen.shard());
        findings.checked();
        checkOrder(at(positions, stream, seen), new Shown(stream, seen.event(), seen), findings);
        checkAlike(
            past, new Shown(stream, seen.event(), seen), WatchStreams::asClientsTell, findings);
      } else if (entry instanceof Entry.WatchProgress told) {
        findings.checked();
        Position position = at(positions, new Stream(told.watch(), told.shard()), told);
        checkShown(told.watch(), position, told.revision(), told, findings);
      }
    }
    checkEnds(past, positions, findings);
    return findings.verdict(this);
  }

  private static void checkResumed(Position position, Entry.WatchBegan began, Findings findings) {
    if (position.next != 0 && position.next != began.fromRevision()) {
      findings.violated(
          began.watch() + " goes on at " + began.fromRevision() + ", not at " + position.next,
          position.reason,
          began);
    }
  }

  /** A node has the past since it started. When nothing has been wrong for long, that is enough. */
  private static void checkCutOff(OrderedHistory past, Entry.WatchCutOff cut, Findings findings) {
    for (Entry.Calm calm : past.history().all(Entry.Calm.class)) {
      if (cut.nanos() > calm.fromNanos() + SETTLED_NANOS && cut.nanos() <= calm.toNanos()) {
        findings.violated(
            cut.watch() + " was cut off before " + cut.nextRevision() + " in a calm", calm, cut);
      }
    }
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
  private static void checkEnds(
      OrderedHistory past, Map<Stream, Position> positions, Findings findings) {
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

  private static void checkOrder(Position position, Shown shown, Findings findings) {
    long revision = shown.event().revision();
    boolean isNext =
        position.next == 0
            || revision == position.next
            || ShardLog.isRestore(position.next, revision);
    if (!isNext) {
      String what = revision < position.next ? " showed again " : " left something out before ";
      findings.violated(
          shown.stream().watch() + what + revision + " (expected: " + position.next + ")",
          position.reason,
          shown.entry());
    }
    position.next = revision + 1;
    position.reason = shown.entry();
  }

  private static void checkAlike(
      OrderedHistory past, Shown shown, UnaryOperator<LogEvent> told, Findings findings) {
    long revision = shown.event().revision();
    Entry.Watched known = past.shard(shown.stream().shard()).log().at(revision);
    if (known != null && !told.apply(known.event()).equals(shown.event())) {
      findings.violated(
          "revision " + revision + " is not the same in all watches", known, shown.entry());
    }
  }

  /** An event without what the public client leaves out. */
  public static LogEvent asClientsTell(LogEvent event) {
    return new LogEvent(
        event.revision(),
        event.kind(),
        event.session(),
        event.owner(),
        event.targets(),
        event.token(),
        event.value(),
        0,
        event.kind() == LogEvent.Kind.QUEUED ? "" : event.cause(),
        0);
  }
}
