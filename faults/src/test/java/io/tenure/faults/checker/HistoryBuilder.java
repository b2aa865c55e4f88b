package io.tenure.faults.checker;

import io.tenure.faults.checker.safety.GrantsAskedFor;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.LogEvent.Kind;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.history.Wanted.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A history told step by step, a millisecond each. Everybody is a client with one session and one
 * owner, all of the same name. Nothing in it is checked: it may be as wrong as it likes.
 */
final class HistoryBuilder {
  static final String WATCH = "w";
  static final long MILLI = 1_000_000;

  private final List<Entry> entries = new ArrayList<>();
  private final Map<Long, LogEvent> holds = new HashMap<>();
  private final Map<String, LogEvent> waits = new HashMap<>();
  private final Map<String, LogEvent> absent = new HashMap<>();
  private long now = 1_000 * MILLI;
  private long revision;
  private long numbers;

  HistoryBuilder() {
    add(new Entry.WatchBegan(WATCH, 0, 1, now));
  }

  static Wanted exclusive(String key) {
    return new Wanted(key, Mode.EXCLUSIVE, false, 0);
  }

  static Wanted shared(String key) {
    return new Wanted(key, Mode.SHARED, false, 0);
  }

  static Wanted tree(String key) {
    return new Wanted(key, Mode.EXCLUSIVE, true, 0);
  }

  static Wanted permit(String key, int permits) {
    return new Wanted(key, Mode.SEMAPHORE, false, permits);
  }

  static long session(String name) {
    return name.hashCode();
  }

  static Result ok(long token) {
    return new Result(Result.Kind.OK, token, 0, "");
  }

  static Result notDone() {
    return new Result(Result.Kind.NOT_DONE, 0, 0, "");
  }

  static Result unknown() {
    return new Result(Result.Kind.UNKNOWN, 0, 0, "");
  }

  HistoryBuilder add(Entry entry) {
    entries.add(entry);
    return this;
  }

  /** Much time passes. */
  HistoryBuilder wait(Duration time) {
    now += time.toNanos();
    return this;
  }

  /** From now on, for so long, nothing is wrong. */
  HistoryBuilder calm(Duration time) {
    return add(new Entry.Calm(now, now + time.toNanos()));
  }

  /** Something was wrong, and has just been taken back. */
  HistoryBuilder mended() {
    long from = now;
    long mended = step();
    return add(new Entry.Fault("kill", "", from, mended, mended, true));
  }

  /** Time passes. */
  long step() {
    now += MILLI;
    return now;
  }

  long now() {
    return now;
  }

  List<Entry> entries() {
    return entries;
  }

  /** Most of what happens in a story is not asked for, so that is not looked at. */
  Set<String> broken() {
    Set<String> broken = TamperedHistory.broken(entries);
    broken.remove(new GrantsAskedFor().name());
    return broken;
  }

  // -------------------------------------------------------------------------------------- the log

  private LogEvent event(Kind kind, LogEvent like, String cause, long replaced) {
    long token = kind == Kind.GRANTED ? ++revision : like.token();
    if (kind != Kind.GRANTED) {
      revision++;
    }
    LogEvent event =
        new LogEvent(
            revision,
            kind,
            like.session(),
            like.owner(),
            like.targets(),
            token,
            like.value(),
            like.request(),
            cause,
            replaced);
    add(new Entry.Watched(WATCH, 0, event, step()));
    return event;
  }

  private LogEvent wish(String name, Wanted... targets) {
    return new LogEvent(
        0, Kind.QUEUED, session(name), name, Arrays.asList(targets), 0, "", ++numbers, "", 0);
  }

  private long hold(LogEvent granted) {
    holds.put(granted.token(), granted);
    return granted.token();
  }

  /** At once. */
  long granted(String name, Wanted... targets) {
    return hold(event(Kind.GRANTED, wish(name, targets), "ASKED", 0));
  }

  HistoryBuilder queued(String name, Wanted... targets) {
    waits.put(name, event(Kind.QUEUED, wish(name, targets), "", 0));
    return this;
  }

  /** What it had waited for. */
  long grantedAtLast(String name) {
    return hold(event(Kind.GRANTED, waits.remove(name), "WAITED", 0));
  }

  HistoryBuilder withdrawn(String name) {
    event(Kind.WITHDRAWN, waits.remove(name), "BY_WITHDRAWAL", 0);
    return this;
  }

  /** Its client is out of reach. */
  HistoryBuilder absent(String name) {
    absent.put(name, event(Kind.WITHDRAWN, waits.remove(name), "BY_ABSENCE", 0));
    return this;
  }

  /** It waits again, where it did before. */
  HistoryBuilder back(String name) {
    waits.put(name, event(Kind.QUEUED, absent.remove(name), "BACK", 0));
    return this;
  }

  void backFromNowhere(String name, Wanted... targets) {
    event(Kind.QUEUED, wish(name, targets), "BACK", 0);
  }

  long grantedWhenBack(String name) {
    return hold(event(Kind.GRANTED, absent.remove(name), "ASKED", 0));
  }

  long upgraded(long token) {
    LogEvent old = holds.remove(token);
    Wanted[] stronger =
        old.targets().stream().map(target -> exclusive(target.key())).toArray(Wanted[]::new);
    LogEvent waited = waits.remove(old.owner());
    LogEvent asked = waited == null ? TamperedHistory.about(old, stronger) : waited;
    return hold(event(Kind.GRANTED, asked, "UPGRADED", token));
  }

  HistoryBuilder downgraded(long token) {
    LogEvent old = holds.get(token);
    Wanted[] weaker =
        old.targets().stream().map(target -> shared(target.key())).toArray(Wanted[]::new);
    hold(event(Kind.DOWNGRADED, TamperedHistory.about(old, weaker), "", 0));
    return this;
  }

  HistoryBuilder ended(long token, String cause) {
    event(Kind.RELEASED, holds.remove(token), cause, 0);
    return this;
  }

  HistoryBuilder changed(long token, String value) {
    hold(event(Kind.VALUE_CHANGED, TamperedHistory.valued(holds.get(token), value), "", 0));
    return this;
  }

  /** The next event has this revision. */
  HistoryBuilder skipTo(long next) {
    revision = next - 1;
    return this;
  }

  // ---------------------------------------------------------------------------------------- calls

  long invoked(String name, Operation operation) {
    long op = ++numbers;
    add(new Entry.Invoked(op, name, operation, step()));
    return op;
  }

  HistoryBuilder returned(long op, Result result) {
    return add(new Entry.Returned(op, result, step()));
  }

  static Operation acquire(String name, Wanted... targets) {
    return new Operation(
        Operation.Kind.ACQUIRE, 0, session(name), name, Arrays.asList(targets), 0, "", 0);
  }

  static Operation on(Operation.Kind kind, String name, long token) {
    return new Operation(kind, 0, session(name), "", List.of(), token, "", 0);
  }

  /** Asks for it and gets it. */
  long acquired(String name, Wanted... targets) {
    long op = invoked(name, acquire(name, targets));
    long token = granted(name, targets);
    returned(op, ok(token));
    return token;
  }

  HistoryBuilder released(String name, long token) {
    long op = invoked(name, on(Operation.Kind.RELEASE, name, token));
    ended(token, "BY_RELEASE");
    return returned(op, ok(0));
  }

  HistoryBuilder lost(String name, long token) {
    return add(new Entry.Lost(name, 0, token, "", step()));
  }

  HistoryBuilder killed(String name) {
    return add(new Entry.Paused(name, step(), Long.MAX_VALUE));
  }

  /** Asks for a value to be set, and is told that it is. The log does not know of it yet. */
  HistoryBuilder toldToBeSet(String name, long token, String value) {
    Operation operation =
        new Operation(Operation.Kind.SET_VALUE, 0, session(name), "", List.of(), token, value, 0);
    return returned(invoked(name, operation), ok(0));
  }

  HistoryBuilder used(String name, Wanted target, long token, long lasts) {
    long began = step();
    return add(new Entry.Accessed(target.key(), false, name, token, began, began + lasts, true));
  }

  /** Whatever was over by now is in the log. */
  HistoryBuilder read() {
    long asked = step();
    return add(new Entry.RevisionRead(0, revision, asked, step()));
  }

  /** A read of a key, after all that has happened. */
  HistoryBuilder shown(String key, int waiting, Entry.Shown... held) {
    return add(new Entry.KeyRead("reader", 0, key, revision, List.of(held), waiting, step()));
  }
}
