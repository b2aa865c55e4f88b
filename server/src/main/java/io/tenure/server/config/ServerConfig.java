package io.tenure.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Everything that can be set about a node. {@link Settings} says what each value means. */
public record ServerConfig(
    String id,
    Storage storage,
    Addresses addresses,
    List<ShardRange> shards,
    Memory memory,
    Batching batching,
    Connections connections,
    WatchLimits watch,
    Elections elections,
    Duration compareEvery,
    Level logLevel) {

  /**
   * How much memory clients may use up.
   *
   * @param state for the state of all shards; empty for the usual part of the heap
   */
  public record Memory(Optional<Long> state) {}

  /** What is on disk, and when it is made smaller. */
  public record Storage(Path data, long minFreeBytes, long snapshotLogBytes, int snapshotEntries) {}

  /**
   * Where this node listens and where the others are.
   *
   * @param http empty if it is off
   * @param self where others reach this node; its ports are 0 if any free ones are taken
   * @param peers the nodes that found the cluster, this one included; at least one
   */
  public record Addresses(
      Address listen, Address raft, Optional<Address> http, Peer self, List<Peer> peers) {
    /** The peers without this node. */
    public List<Peer> others() {
      return peers.stream().filter(peer -> !peer.id().equals(self.id())).toList();
    }
  }

  /** How requests become log entries. */
  public record Batching(int requests, long bytes, int inFlight, int queueRequests) {}

  /** What clients may use up. */
  public record Connections(int max, int requestsEach, int frameBytes) {}

  /** Per shard. */
  public record WatchLimits(int historyEvents, long historyBytes, int subscribers) {}

  /** How a lost leader is noticed and replaced. */
  public record Elections(
      Duration timeoutMin, Duration timeoutMax, boolean crashTrigger, boolean warmUp) {}

  public ServerConfig {
    shards = List.copyOf(shards);
  }

  /**
   * Reads a file, if there is one, and lets flags override it.
   *
   * @param flags by the names of the settings, without dashes
   * @throws StartRefusedException naming the first thing that is wrong, and where it stands
   */
  public static ServerConfig load(@Nullable Path file, Map<String, String> flags)
      throws StartRefusedException {
    SettingValues values = SettingValues.of(file, flags);
    return new ServerConfig(
        values.get(Settings.ID),
        storage(values),
        AddressPlan.of(values),
        values.get(Settings.SHARDS),
        new Memory(values.find(Settings.STATE_MEMORY)),
        new Batching(
            values.get(Settings.BATCH_REQUESTS),
            values.get(Settings.BATCH_BYTES),
            values.get(Settings.BATCHES_IN_FLIGHT),
            values.get(Settings.QUEUE_REQUESTS)),
        new Connections(
            values.get(Settings.CONNECTIONS),
            values.get(Settings.REQUESTS_PER_CONNECTION),
            Math.toIntExact(values.get(Settings.FRAME_BYTES))),
        new WatchLimits(
            values.get(Settings.WATCH_HISTORY_EVENTS),
            values.get(Settings.WATCH_HISTORY_BYTES),
            values.get(Settings.WATCH_SUBSCRIBERS)),
        elections(values),
        values.get(Settings.COMPARE_EVERY),
        values.get(Settings.LOG_LEVEL));
  }

  private static Storage storage(SettingValues values) throws StartRefusedException {
    return new Storage(
        values.get(Settings.DATA),
        values.get(Settings.MIN_FREE),
        values.get(Settings.SNAPSHOT_LOG_BYTES),
        values.get(Settings.SNAPSHOT_ENTRIES));
  }

  private static Elections elections(SettingValues values) throws StartRefusedException {
    Duration min = values.get(Settings.ELECTION_TIMEOUT_MIN);
    Duration max = values.get(Settings.ELECTION_TIMEOUT_MAX);
    if (max.compareTo(min) <= 0) {
      throw values.refusal(
          Settings.ELECTION_TIMEOUT_MAX,
          Setting.millisText(max.toMillis()),
          "more than election-timeout-min, " + Setting.millisText(min.toMillis()));
    }
    return new Elections(
        min, max, values.get(Settings.CRASH_TRIGGER), values.get(Settings.WARM_UP));
  }
}
