package io.tenure.server.config;

import io.tenure.server.config.Setting.Bounds;
import io.tenure.server.config.Setting.Default;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.slf4j.event.Level;

/** Every setting there is, in the order in which docs/configuration.md shows them. */
public final class Settings {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  static final Setting<Path> DATA =
      new Setting<>(
          "data",
          "directory",
          Default.rule("none: must be set"),
          "a directory of this node's own",
          "Where the node keeps its log, its snapshots and who it is. Created if missing.",
          Settings::path);

  static final Setting<String> ID =
      new Setting<>(
          "id",
          "name",
          Default.value("n1"),
          Peer.ID_RANGE,
          "The node's name in its cluster. Belongs to the data directory for ever.",
          Peer::parseId);

  static final Setting<Address> LISTEN =
      new Setting<>(
          "listen",
          "address",
          Default.value("127.0.0.1:7400"),
          Address.RANGE + "; port 0: any free one",
          "Where clients connect. If only `peers` is set, this node's address there.",
          Address::parse);

  static final Setting<List<Peer>> PEERS =
      new Setting<>(
          "peers",
          "nodes",
          Default.rule("empty: a single node"),
          "1 to " + Peer.MAX_PEERS + " of ID=HOST:PORT[/RAFTPORT], separated by commas",
          "The nodes that found the cluster, this one included, and where clients and other nodes"
              + " reach them. RAFTPORT is PORT + 1 unless given.",
          Peer::parseList);

  static final Setting<Address> RAFT_LISTEN =
      new Setting<>(
          "raft-listen",
          "address",
          Default.rule("the host of `listen`, its port + 1"),
          Address.RANGE + "; port 0 without `peers` only",
          "Where the other nodes connect.",
          Address::parse);

  static final Setting<Optional<Address>> HTTP_LISTEN =
      new Setting<>(
          "http-listen",
          "address",
          Default.rule("the host of `listen`, its port + 2"),
          Address.RANGE + ", or off",
          "Where `/metrics`, `/healthz` and `/readyz` are served.",
          text -> text.equals("off") ? Optional.empty() : Optional.of(Address.parse(text)));

  static final Setting<List<ShardRange>> SHARDS =
      new Setting<>(
          "shards",
          "ranges",
          Default.value("main"),
          "1 to " + ShardRange.MAX_SHARDS + " of NAME:FROM, FROM growing, the first one empty",
          "How keys are divided among Raft groups, by their first segment: `low:,high:n` has two,"
              + " the second from `n` on. The same on every node, for ever.",
          ShardRange::parseList);

  static final Setting<Long> MIN_FREE =
      Setting.size(
          "min-free",
          "64MiB",
          new Bounds(0, 1024 * GIB),
          "The node does not start with less than this free on the disk of `data`.");

  static final Setting<Long> SNAPSHOT_LOG_BYTES =
      Setting.size(
          "snapshot-log-bytes",
          "64MiB",
          new Bounds(64 * KIB, 16 * GIB),
          "A snapshot is taken when a shard's log has grown by this since the last one.");

  static final Setting<Integer> SNAPSHOT_ENTRIES =
      Setting.count(
          "snapshot-entries",
          "log entries",
          1_000_000,
          new Bounds(10, 1_000_000_000),
          "A snapshot is taken when so many entries were added since the last one.");

  static final Setting<Long> STATE_MEMORY =
      Setting.size(
          "state-memory",
          Default.rule("3/8 of the heap"),
          new Bounds(MemoryPlan.MIN_STATE_BYTES, 1024 * GIB),
          "Memory for locks, waiting requests, sessions and the answers kept for retries, all shards"
              + " together; at most half of the heap. A request beyond it is refused with"
              + " `LIMIT_REACHED`. The smallest value among the members counts.");

  static final Setting<Integer> BATCH_REQUESTS =
      Setting.count(
          "batch-requests",
          "requests",
          1_024,
          new Bounds(1, 65_536),
          "The most that share one log entry.");

  static final Setting<Long> BATCH_BYTES =
      Setting.size(
          "batch-bytes",
          "1MiB",
          new Bounds(64 * KIB, 4 * MIB),
          "The largest log entry that several requests share.");

  static final Setting<Integer> BATCHES_IN_FLIGHT =
      Setting.count(
          "batches-in-flight",
          "log entries",
          2,
          new Bounds(1, 16),
          "How many a shard proposes before the first of them is committed.");

  static final Setting<Integer> QUEUE_REQUESTS =
      Setting.count(
          "queue-requests",
          "requests",
          20_000,
          new Bounds(1, 1_000_000),
          "How many wait to be proposed in a shard; more are refused as overload.");

  static final Setting<Integer> CONNECTIONS =
      Setting.count(
          "connections",
          "connections",
          20_000,
          new Bounds(1, 1_000_000),
          "How many clients may be connected at a time.");

  static final Setting<Integer> REQUESTS_PER_CONNECTION =
      Setting.count(
          "requests-per-connection",
          "requests",
          4_096,
          new Bounds(1, 65_536),
          "How many a connection may have in flight; more are refused, but for some that keep alive"
              + " or give back.");

  static final Setting<Long> FRAME_BYTES =
      Setting.size(
          "frame-bytes",
          "1MiB",
          new Bounds(64 * KIB, 16 * MIB),
          "The largest frame that is taken from a client.");

  static final Setting<Integer> WATCH_HISTORY_EVENTS =
      Setting.count(
          "watch-history-events",
          "events",
          100_000,
          new Bounds(10, 10_000_000),
          "How many a shard keeps for watches that resume.");

  static final Setting<Long> WATCH_HISTORY_BYTES =
      Setting.size(
          "watch-history-bytes",
          "64MiB",
          new Bounds(MIB, 4 * GIB),
          "How much memory these may take; all shards together an eighth of the heap at most.");

  static final Setting<Integer> WATCH_SUBSCRIBERS =
      Setting.count(
          "watch-subscribers",
          "watches",
          20_000,
          new Bounds(1, 1_000_000),
          "How many a shard serves on this node; more are refused.");

  static final Setting<Duration> ELECTION_TIMEOUT_MIN =
      Setting.duration(
          "election-timeout-min",
          "300ms",
          new Bounds(50, 60_000),
          "A follower that hears nothing from its leader runs for leader after a random time"
              + " between this");

  static final Setting<Duration> ELECTION_TIMEOUT_MAX =
      Setting.duration(
          "election-timeout-max", "600ms", new Bounds(60, 120_000), "and this. Must be greater.");

  static final Setting<Boolean> CRASH_TRIGGER =
      Setting.toggle(
          "crash-trigger",
          true,
          "Elect a new leader as soon as the old one's process is seen to be gone, without waiting"
              + " for the timeout.");

  static final Setting<Boolean> WARM_UP =
      Setting.toggle(
          "warm-up",
          true,
          "Run the leader's code once at start, so that the first failover is as fast as others.");

  static final Setting<Duration> COMPARE_EVERY =
      Setting.duration(
          "compare-every",
          "10min",
          new Bounds(1_000, 86_400_000),
          "How often the nodes compare the checksums of their states. A node whose state differs"
              + " from that of a majority stops. The leader's value counts.");

  static final Setting<Level> LOG_LEVEL =
      new Setting<>(
          "log-level",
          "level",
          Default.value("info"),
          "error, warn, info, debug or trace",
          "How much Tenure writes to its log, which is standard error.",
          Settings::level);

  public static final List<Setting<?>> ALL =
      List.of(
          DATA,
          ID,
          LISTEN,
          PEERS,
          RAFT_LISTEN,
          HTTP_LISTEN,
          SHARDS,
          MIN_FREE,
          SNAPSHOT_LOG_BYTES,
          SNAPSHOT_ENTRIES,
          STATE_MEMORY,
          BATCH_REQUESTS,
          BATCH_BYTES,
          BATCHES_IN_FLIGHT,
          QUEUE_REQUESTS,
          CONNECTIONS,
          REQUESTS_PER_CONNECTION,
          FRAME_BYTES,
          WATCH_HISTORY_EVENTS,
          WATCH_HISTORY_BYTES,
          WATCH_SUBSCRIBERS,
          ELECTION_TIMEOUT_MIN,
          ELECTION_TIMEOUT_MAX,
          CRASH_TRIGGER,
          WARM_UP,
          COMPARE_EVERY,
          LOG_LEVEL);

  private Settings() {}

  private static Path path(String text) throws BadValueException {
    try {
      if (!text.isEmpty()) {
        return Path.of(text);
      }
    } catch (InvalidPathException e) {
      // Refused below like an empty one.
    }
    throw BadValueException.quoting(text, "a directory");
  }

  private static Level level(String text) throws BadValueException {
    for (Level level : Level.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
        return level;
      }
    }
    throw BadValueException.quoting(text, "error, warn, info, debug or trace");
  }

  static boolean exists(String name) {
    return ALL.stream().anyMatch(setting -> setting.name().equals(name));
  }

  /** The name that shares the most pairs of letters with the word, if any shares one. */
  static Optional<String> nearest(String word) {
    return ALL.stream()
        .map(Setting::name)
        .filter(name -> likeness(word, name) > 0)
        .max(Comparator.comparingDouble(name -> likeness(word, name)));
  }

  /** Shared pairs of neighbouring letters over all pairs: 0 for nothing in common, 1 for equal. */
  private static double likeness(String a, String b) {
    Set<String> pairsOfA = pairs(a);
    Set<String> pairsOfB = pairs(b);
    Set<String> shared = new HashSet<>(pairsOfA);
    shared.retainAll(pairsOfB);
    int all = pairsOfA.size() + pairsOfB.size();
    return all == 0 ? 0 : 2.0 * shared.size() / all;
  }

  private static Set<String> pairs(String word) {
    Set<String> pairs = new HashSet<>();
    for (int i = 0; i + 2 <= word.length(); i++) {
      pairs.add(word.substring(i, i + 2).toLowerCase(Locale.ROOT));
    }
    return pairs;
  }
}
