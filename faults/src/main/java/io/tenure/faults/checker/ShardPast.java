package io.tenure.faults.checker;

import io.tenure.faults.checker.safety.RealTimeOrder;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Wanted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What happened in one shard. */
public final class ShardPast {
  private final ShardLog log;
  private final Map<Long, Holding> holdings = new LinkedHashMap<>();
  private final Map<String, Holding> untold = new HashMap<>();
  private final List<Call> calls;
  private final List<Entry.RevisionRead> reads = new ArrayList<>();
  private long wholeUntilNanos = Long.MIN_VALUE;

  ShardPast(ShardLog log, List<Call> calls) {
    this.log = log;
    this.calls = calls;
    log.events().forEach(this::addEvent);
    Set<Attempt> unknown = new HashSet<>();
    for (Call call : calls) {
      if (!call.is(Operation.Kind.ACQUIRE)) {
        concern(call);
      } else if (call.isOk()) {
        findMaker(call, unknown);
        concern(call);
      } else if (!call.isNotDone()) {
        unknown.add(Attempt.of(call));
      }
    }
    for (Holding holding : holdings.values()) {
      if (holding.acquires().isEmpty()) {
        untold.put(holding.grant().event().value(), holding);
      }
    }
  }

  /** What is the same when a client asks again for what it may have been granted already. */
  private record Attempt(String client, String owner, List<Wanted> targets, String value) {
    static Attempt of(Call call) {
      Operation asked = call.operation();
      return new Attempt(
          call.client(), asked.owner(), Rules.inOrder(asked.targets()), asked.value());
    }
  }

  private void findMaker(Call call, Set<Attempt> unknown) {
    Holding holding = holdings.get(call.token());
    if (holding != null
        && holding.acquires().isEmpty()
        && holding.grant().event().value().equals(call.operation().value())
        && !unknown.contains(Attempt.of(call))) {
      holding.madeBy(call);
      wholeUntilNanos = Math.max(wholeUntilNanos, call.invokedNanos());
    }
  }

  private void concern(Call call) {
    Holding holding = holdings.get(call.token());
    if (holding != null) {
      holding.concerns(call);
    }
  }

  private void addEvent(Entry.Watched seen) {
    LogEvent event = seen.event();
    Holding holding = holdings.get(event.token());
    switch (event.kind()) {
      case GRANTED -> {
        Holding replaced = holdings.get(event.replaced());
        if (replaced != null) {
          replaced.endedWith(seen);
        }
        holdings.putIfAbsent(event.token(), new Holding(seen));
      }
      case RELEASED -> {
        if (holding != null) {
          holding.endedWith(seen);
        }
      }
      case VALUE_CHANGED -> {
        if (holding != null) {
          holding.changedWith(seen);
        }
      }
      case DOWNGRADED -> {
        if (holding != null) {
          holding.becameShared();
        }
      }
      case QUEUED, WITHDRAWN -> {}
    }
  }

  void addLost(Entry.Lost lost) {
    Holding holding = holdings.get(lost.token());
    if (holding != null) {
      holding.lostWith(lost);
    }
  }

  void addSure(Entry.Sure sure) {
    Holding holding = holdings.get(sure.token());
    if (holding != null) {
      holding.sureWith(sure);
    }
  }

  void addRead(Entry.RevisionRead read) {
    reads.add(read);
    if (read.revision() <= log.last()) {
      wholeUntilNanos = Math.max(wholeUntilNanos, read.askedNanos());
    }
  }

  public ShardLog log() {
    return log;
  }

  /** In order of their grants. */
  public Collection<Holding> holdings() {
    return holdings.values();
  }

  /** Those that were granted later, as far as nothing between them and the end is missing. */
  public Stream<Holding> holdingsAfter(long token) {
    long from = Math.max(token + 1, log.wholeFrom());
    return LongStream.rangeClosed(from, log.last())
        .mapToObj(holdings::get)
        .filter(Objects::nonNull);
  }

  @Nullable
  public Holding holding(long token) {
    return holdings.get(token);
  }

  /** The last hold with this value when it was granted, of those that nobody was told of. */
  @Nullable
  public Holding untold(String value) {
    return value.isEmpty() ? null : untold.get(value);
  }

  /** In order of their invocations. */
  public List<Call> calls() {
    return calls;
  }

  public List<Entry.RevisionRead> reads() {
    return reads;
  }

  /**
   * Whether an event that belongs after this revision, and was there by this time, is certainly in
   * the log. It is if something that was asked for later is, because the log follows real time
   * ({@link RealTimeOrder}), and if no part in between is missing.
   */
  public boolean showsAllSince(long revision, long byNanos) {
    return byNanos < wholeUntilNanos && log.isWholeFrom(revision);
  }
}
