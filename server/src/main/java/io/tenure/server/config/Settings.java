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
          "a directory that no other node uses",
          "Directory for the node's log, snapshots and identity. Created if missing.",
          Settings::path);

  static final Setting<String> ID =
      new Setting<>(
          "id",
          "name",
          Default.value("n1"),
          Peer.ID_RANGE,
          "Name of this node in its cluster. Permanent: stored in `data` at the first start.",
          Peer::parseId);

  static final Setting<Address> LISTEN =
      new Setting<>(
          "listen",
          "address",
          Default.value("127.0.0.1:7400"),
          Address.RANGE + "; port 0: any free one",
          "Address for clients. If only `peers` is set, the node listens at its own address"
              + " from `peers`.",
          Address::parse);

  static final Setting<List<Peer>> PEERS =
      new Setting<>(
          "peers",
          "nodes",
          Default.rule("empty: a single node"),
          "1 to " + Peer.MAX_PEERS + " of ID=HOST:PORT[/RAFTPORT], separated by commas",
          "All nodes that found the cluster, this one included, with the addresses at which"
              + " clients and other nodes reach them. RAFTPORT is PORT + 1 if omitted.",
          Peer::parseList);

  static final Setting<Address> RAFT_LISTEN =
      new Setting<>(
          "raft-listen",
          "address",
          Default.rule("host of `listen`, RAFTPORT of `peers` or port of `listen` + 1"),
          Address.RANGE + "; port 0 without `peers` only",
          "Address for other nodes: Raft, and all other calls between nodes.",
          Address::parse);

  static final Setting<Optional<Address>> HTTP_LISTEN =
      new Setting<>(
          "http-listen",
          "address",
          Default.rule("host of `listen`, port of `listen` + 2"),
          Address.RANGE + ", or off",
          "Address of the HTTP server for `/metrics`, `/healthz` and `/readyz`.",
          text -> text.equals("off") ? Optional.empty() : Optional.of(Address.parse(text)));

  static final Setting<List<ShardRange>> SHARDS =
      new Setting<>(
          "shards",
          "ranges",
          Default.value("main"),
          "1 to " + ShardRange.MAX_SHARDS + " of NAME:FROM, FROM growing, the first one empty",
          "How keys are divided among Raft groups, by their first segment. `low:,high:n`"
              + " defines two shards: `high` owns all keys from `n` on. Permanent, and the same on"
              + " every node.",
          ShardRange::parseList);

  static final Setting<Long> MIN_FREE =
      Setting.size(
          "min-free",
          "64MiB",
          new Bounds(0, 1024 * GIB),
          "Free space required on the disk of `data`. A node with less does not start.");

  static final Setting<Long> SNAPSHOT_LOG_BYTES =
      Setting.size(
          "snapshot-log-bytes",
          "64MiB",
          new Bounds(64 * KIB, 16 * GIB),
          "A shard takes a snapshot when its log has grown by this much since the last one.");

  static final Setting<Integer> SNAPSHOT_ENTRIES =
      Setting.count(
          "snapshot-entries",
          "log entries",
          1_000_000,
          new Bounds(10, 1_000_000_000),
          "A shard takes a snapshot when its log has this many entries since the last one.");

  static final Setting<Long> STATE_MEMORY =
      Setting.size(
          "state-memory",
          Default.rule("3/8 of the heap"),
          new Bounds(MemoryPlan.MIN_STATE_BYTES, 1024 * GIB),
          "Memory for sessions, holds, waiting requests and the answers kept for retries, for all"
              + " shards together; at most half of the heap. A request beyond it is refused with"
              + " `LIMIT_REACHED`. The smallest value among the members applies to all.");

  static final Setting<Integer> BATCH_REQUESTS =
      Setting.count(
          "batch-requests",
          "requests",
          1_024,
          new Bounds(1, 65_536),
          "Maximum number of requests in one log entry.");

  static final Setting<Long> BATCH_BYTES =
      Setting.size(
          "batch-bytes",
          "1MiB",
          new Bounds(64 * KIB, 4 * MIB),
          "Maximum size of a log entry that holds several requests.");

  static final Setting<Integer> BATCHES_IN_FLIGHT =
      Setting.count(
          "batches-in-flight",
          "log entries",
          2,
          new Bounds(1, 16),
          "Maximum number of log entries of a shard that are proposed and not yet committed.");

  static final Setting<Integer> QUEUE_REQUESTS =
      Setting.count(
          "queue-requests",
          "requests",
          20_000,
          new Bounds(1, 1_000_000),
          "Maximum number of requests of a shard that wait to be proposed. Further requests are"
              + " refused with `OVERLOADED`.");

  static final Setting<Integer> CONNECTIONS =
      Setting.count(
          "connections",
          "connections",
          20_000,
          new Bounds(1, 1_000_000),
          "Maximum number of client connections. Further connections are closed at once.");

  static final Setting<Integer> REQUESTS_PER_CONNECTION =
      Setting.count(
          "requests-per-connection",
          "requests",
          4_096,
          new Bounds(1, 65_536),
          "Maximum number of requests in flight on one connection, waiting requests included."
              + " Further requests are refused with `OVERLOADED`; 512 more are accepted if they"
              + " release, withdraw or keep alive.");

  static final Setting<Long> FRAME_BYTES =
      Setting.size(
          "frame-bytes",
          "1MiB",
          new Bounds(64 * KIB, 16 * MIB),
          "Maximum size of a message that a client may send.");

  static final Setting<Integer> WATCH_HISTORY_EVENTS =
      Setting.count(
          "watch-history-events",
          "events",
          100_000,
          new Bounds(10, 10_000_000),
          "Number of events that a shard keeps, so that a watch can resume from an earlier"
              + " revision.");

  static final Setting<Long> WATCH_HISTORY_BYTES =
      Setting.size(
          "watch-history-bytes",
          "64MiB",
          new Bounds(MIB, 4 * GIB),
          "Maximum memory for these events in a shard; at most 1/8 of the heap for all shards"
              + " together.");

  static final Setting<Integer> WATCH_SUBSCRIBERS =
      Setting.count(
          "watch-subscribers",
          "watches",
          20_000,
          new Bounds(1, 1_000_000),
          "Maximum number of watches of a shard on this node. Further watches are refused with"
              + " `LIMIT_REACHED`.");

  static final Setting<Duration> ELECTION_TIMEOUT_MIN =
      Setting.duration(
          "election-timeout-min",
          "300ms",
          new Bounds(50, 60_000),
          "Shortest time without a message from the leader after which a follower starts an"
              + " election. The actual time is random, up to `election-timeout-max`.");

  static final Setting<Duration> ELECTION_TIMEOUT_MAX =
      Setting.duration(
          "election-timeout-max",
          "600ms",
          new Bounds(60, 120_000),
          "Longest such time. Must be greater than `election-timeout-min`.");

  static final Setting<Boolean> CRASH_TRIGGER =
      Setting.toggle(
          "crash-trigger",
          true,
          "Start an election as soon as the leader's process is found to be gone, without"
              + " waiting for the election timeout.");

  static final Setting<Boolean> WARM_UP =
      Setting.toggle(
          "warm-up",
          true,
          "Run the code of a leader once at the start, so that the first failover is as fast as"
              + " later ones.");

  static final Setting<Duration> COMPARE_EVERY =
      Setting.duration(
          "compare-every",
          "10min",
          new Bounds(1_000, 86_400_000),
          "Interval at which the nodes compare checksums of their states. A node whose state"
              + " differs from that of a majority stops. The leader's value applies.");

  static final Setting<Level> LOG_LEVEL =
      new Setting<>(
          "log-level",
          "level",
          Default.value("info"),
          "error, warn, info, debug or trace",
          "Least severe level of messages in the log, which is standard error.",
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
