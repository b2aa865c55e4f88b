package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Wanted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The history, ordered and indexed for the checks. */
public final class OrderedHistory {
  private final ShardPast nothing = new ShardPast(ShardLog.of(List.of()), List.of());
  private final History history;
  private final List<Call> calls;
  private final TreeMap<Integer, ShardPast> shards = new TreeMap<>();
  private final Map<String, ShardPast> byFirstSegment = new HashMap<>();
  private final Map<Long, List<Entry.Kept>> keptBySession = new HashMap<>();
  private final Map<Long, List<Call>> closesBySession = new HashMap<>();
  private final Pauses pauses;

  OrderedHistory(History history) {
    this.history = history;
    calls = pair(history);
    pauses = new Pauses(history);
    addShards();
    for (Entry.Lost lost : history.all(Entry.Lost.class)) {
      shard(lost.shard()).addLost(lost);
    }
    for (Entry.Sure sure : history.all(Entry.Sure.class)) {
      shard(sure.shard()).addSure(sure);
    }
    for (Entry.RevisionRead read : history.all(Entry.RevisionRead.class)) {
      shard(read.shard()).addRead(read);
    }
    for (Entry.Kept kept : history.all(Entry.Kept.class)) {
      keptBySession.computeIfAbsent(kept.session(), session -> new ArrayList<>()).add(kept);
    }
    for (Call call : calls) {
      if (call.is(Operation.Kind.CLOSE_SESSION)) {
        closesBySession.computeIfAbsent(sessionOf(call), session -> new ArrayList<>()).add(call);
      }
    }
  }

  /** A client that does not know the number of its session names a hold in it. */
  private long sessionOf(Call close) {
    Holding holding = shard(close.operation().shard()).holding(close.token());
    return close.operation().session() == 0 && holding != null
        ? holding.grant().event().session()
        : close.operation().session();
  }

  private static List<Call> pair(History history) {
    Map<Long, Entry.Returned> returned = new HashMap<>();
    for (Entry.Returned each : history.all(Entry.Returned.class)) {
      returned.putIfAbsent(each.op(), each);
    }
    List<Call> calls = new ArrayList<>();
    for (Entry.Invoked invoked : history.all(Entry.Invoked.class)) {
      calls.add(new Call(invoked, returned.get(invoked.op())));
    }
    return calls;
  }

  private void addShards() {
    TreeMap<Integer, List<Entry.Watched>> watched = new TreeMap<>();
    for (Entry.Watched seen : history.all(Entry.Watched.class)) {
      watched.computeIfAbsent(seen.shard(), shard -> new ArrayList<>()).add(seen);
    }
    TreeMap<Integer, List<Call>> callsByShard = new TreeMap<>();
    for (Call call : calls) {
      callsByShard.computeIfAbsent(call.operation().shard(), shard -> new ArrayList<>()).add(call);
    }
    callsByShard.keySet().forEach(shard -> watched.putIfAbsent(shard, List.of()));
    watched.forEach(
        (shard, seen) ->
            addShard(
                shard,
                new ShardPast(ShardLog.of(seen), callsByShard.getOrDefault(shard, List.of()))));
  }

  private void addShard(int index, ShardPast shard) {
    shards.put(index, shard);
    for (Entry.Watched seen : shard.log().events()) {
      if (seen.event().kind() == LogEvent.Kind.GRANTED) {
        for (Wanted target : seen.event().targets()) {
          byFirstSegment.putIfAbsent(firstSegment(target.key()), shard);
        }
      }
    }
  }

  private static String firstSegment(String key) {
    int end = key.indexOf('/', 1);
    return end < 0 ? key : key.substring(0, end);
  }

  public History history() {
    return history;
  }

  /** In order of their invocations. */
  public List<Call> calls() {
    return calls;
  }

  public Collection<ShardPast> shards() {
    return shards.values();
  }

  /** Of the logs of all shards, each whole in itself. */
  public Stream<List<Entry.Watched>> stretches() {
    return shards.values().stream().flatMap(shard -> shard.log().stretches().stream());
  }

  public ShardPast shard(int index) {
    return shards.getOrDefault(index, nothing);
  }

  /** The shard that has granted this key, or others with the same first segment. */
  public ShardPast shardOf(String key) {
    return byFirstSegment.getOrDefault(firstSegment(key), nothing);
  }

  public Pauses pauses() {
    return pauses;
  }

  /** The acknowledged keep-alives of a session, in the order in which they were acknowledged. */
  public List<Entry.Kept> kept(long session) {
    return keptBySession.getOrDefault(session, List.of());
  }

  /** When the last calm was over; before everything if there was none. */
  public long lastCalmNanos() {
    List<Entry.Calm> calms = history.all(Entry.Calm.class);
    return calms.isEmpty() ? Long.MIN_VALUE : calms.get(calms.size() - 1).toNanos();
  }

  /** All that were to close a session, whatever came of them. */
  public List<Call> closes(long session) {
    return closesBySession.getOrDefault(session, List.of());
  }
}
