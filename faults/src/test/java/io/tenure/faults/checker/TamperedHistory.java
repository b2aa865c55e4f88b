package io.tenure.faults.checker;

import io.tenure.faults.checker.safety.WatchStreams;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import io.tenure.faults.history.Wanted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A correct history in which things are put wrong. */
final class TamperedHistory {
  static final Bounds BOUNDS =
      new Bounds(
          Duration.ofSeconds(8),
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(6),
          Duration.ofSeconds(3));

  private static final int SEEDS = 30;
  private static final Map<Long, List<Entry>> WORLDS = new ConcurrentHashMap<>();

  private final List<Entry> entries;

  TamperedHistory(long seed) {
    entries = new ArrayList<>(WORLDS.computeIfAbsent(seed, TinyWorld::history));
  }

  /** A history in which something happens that does not happen in all of them. */
  static TamperedHistory with(Predicate<TamperedHistory> test) {
    return LongStream.rangeClosed(1, SEEDS)
        .mapToObj(TamperedHistory::new)
        .filter(test)
        .findFirst()
        .orElseThrow();
  }

  /** Whether a deed breaks a promise in some history: where nothing excuses it. */
  static boolean breaksSomewhere(String promise, Consumer<TamperedHistory> deed) {
    return LongStream.rangeClosed(1, SEEDS)
        .mapToObj(TamperedHistory::new)
        .peek(deed)
        .anyMatch(each -> each.broken().contains(promise));
  }

  /** The names of the promises that a history breaks. */
  static Set<String> broken(Collection<? extends Entry> entries) {
    Set<String> broken = new TreeSet<>();
    for (Verdict verdict : new Checker(BOUNDS).check(History.of(entries))) {
      if (!verdict.isKept()) {
        broken.add(verdict.promise());
      }
    }
    return broken;
  }

  static Verdict verdict(Collection<? extends Entry> entries, Promise promise) {
    return promise.check(new OrderedHistory(History.of(entries)));
  }

  Set<String> broken() {
    return broken(entries);
  }

  OrderedHistory past() {
    return new OrderedHistory(History.of(entries));
  }

  // ---------------------------------------------------------------------------------- to find it

  /** What is to be found in the log: an event, with what is held and waits before it. */
  interface Spot {
    boolean is(LockModel model, LogEvent event, LogEvent next);
  }

  /** The first such event of the first shard. */
  LogEvent spot(Spot spot) {
    return find(spot).orElseThrow();
  }

  Optional<LogEvent> find(Spot spot) {
    LockModel model = new LockModel(1);
    List<LogEvent> log = log();
    List<Entry.Watched> seen = past().shard(0).log().events();
    for (int i = 0; i < log.size() - 1; i++) {
      if (spot.is(model, log.get(i), log.get(i + 1))) {
        return Optional.of(log.get(i));
      }
      model.apply(seen.get(i));
    }
    return Optional.empty();
  }

  /** Of the first shard. */
  List<LogEvent> log() {
    return past().shard(0).log().events().stream().map(Entry.Watched::event).toList();
  }

  LogEvent after(LogEvent event) {
    return log().get((int) event.revision());
  }

  static Claim claim(LogEvent event, Wanted... targets) {
    return Claim.of(new Entry.Watched("", 0, about(event, targets), 0));
  }

  /** The first such hold of the first shard. */
  Holding holding(Predicate<Holding> test) {
    return past().shard(0).holdings().stream().filter(test).findFirst().orElseThrow();
  }

  /** The first such call in the first shard. */
  Call call(Predicate<Call> test) {
    return past().shard(0).calls().stream().filter(test).findFirst().orElseThrow();
  }

  <T extends Entry> T entry(Class<T> type, Predicate<T> test) {
    return all(type).filter(test).findFirst().orElseThrow();
  }

  <T extends Entry> Stream<T> all(Class<T> type) {
    return History.of(entries).all(type).stream();
  }

  // -------------------------------------------------------------------------------- to change it

  TamperedHistory add(Entry... added) {
    entries.addAll(Arrays.asList(added));
    return this;
  }

  TamperedHistory remove(Predicate<Entry> test) {
    entries.removeIf(test);
    return this;
  }

  TamperedHistory replace(Entry old, Entry other) {
    entries.replaceAll(entry -> entry.equals(old) ? other : entry);
    return this;
  }

  /** Changes an event of the first shard in all watches. */
  TamperedHistory rewrite(LogEvent old, UnaryOperator<LogEvent> change) {
    return rewriteAll(event -> event.equals(old) ? change.apply(event) : event);
  }

  TamperedHistory rewriteAll(UnaryOperator<LogEvent> change) {
    ShardLog log = past().shard(0).log();
    entries.replaceAll(
        entry -> {
          if (entry instanceof Entry.Watched seen && seen.shard() == 0) {
            return showing(seen, change.apply(seen.event()));
          } else if (entry instanceof Entry.ClientWatched seen && seen.shard() == 0) {
            LogEvent whole = log.at(seen.event().revision()).event();
            return showing(seen, WatchStreams.asClientsTell(change.apply(whole)));
          }
          return entry;
        });
    return this;
  }

  static Entry.ClientWatched showing(Entry.ClientWatched seen, LogEvent event) {
    return new Entry.ClientWatched(seen.watch(), seen.shard(), event, seen.nanos());
  }

  static Entry.Watched showing(Entry.Watched seen, LogEvent event) {
    return new Entry.Watched(seen.watch(), seen.shard(), event, seen.nanos());
  }

  TamperedHistory answer(Call call, Result result) {
    return replace(
        call.returned(), new Entry.Returned(call.invoked().op(), result, call.returned().nanos()));
  }

  /** As if the client had never asked. */
  TamperedHistory forget(Call call) {
    return remove(entry -> entry.equals(call.invoked()) || entry.equals(call.returned()));
  }

  TamperedHistory move(Call call, long invokedNanos, long returnedNanos) {
    Entry.Invoked invoked = call.invoked();
    replace(
        invoked,
        new Entry.Invoked(invoked.op(), invoked.client(), invoked.operation(), invokedNanos));
    return replace(
        call.returned(), new Entry.Returned(invoked.op(), call.returned().result(), returnedNanos));
  }

  // ------------------------------------------------------------------------- other events of old

  static LogEvent at(LogEvent event, long revision) {
    long token = event.kind() == LogEvent.Kind.GRANTED ? revision : event.token();
    return new LogEvent(
        revision,
        event.kind(),
        event.session(),
        event.owner(),
        event.targets(),
        token,
        event.value(),
        event.request(),
        event.cause(),
        event.replaced());
  }

  static LogEvent as(LogEvent event, LogEvent.Kind kind, String cause) {
    return new LogEvent(
        event.revision(),
        kind,
        event.session(),
        event.owner(),
        event.targets(),
        kind == LogEvent.Kind.GRANTED ? event.revision() : event.token(),
        event.value(),
        event.request(),
        cause,
        event.replaced());
  }

  static LogEvent of(LogEvent event, String owner, long token) {
    return new LogEvent(
        event.revision(),
        event.kind(),
        event.session(),
        owner,
        event.targets(),
        token,
        event.value(),
        event.request(),
        event.cause(),
        event.replaced());
  }

  static LogEvent valued(LogEvent event, String value) {
    return new LogEvent(
        event.revision(),
        event.kind(),
        event.session(),
        event.owner(),
        event.targets(),
        event.token(),
        value,
        event.request(),
        event.cause(),
        event.replaced());
  }

  static LogEvent asked(LogEvent event, long request) {
    return new LogEvent(
        event.revision(),
        event.kind(),
        event.session(),
        event.owner(),
        event.targets(),
        event.token(),
        event.value(),
        request,
        event.cause(),
        event.replaced());
  }

  static LogEvent about(LogEvent event, Wanted... targets) {
    return new LogEvent(
        event.revision(),
        event.kind(),
        event.session(),
        event.owner(),
        List.of(targets),
        event.token(),
        event.value(),
        event.request(),
        event.cause(),
        event.replaced());
  }

  static boolean isOk(Call call, Operation.Kind kind) {
    return call.is(kind) && call.isOk();
  }
}
