package io.tenure.server.raft.ratis;

import io.tenure.raft.HostAndPort;
import io.tenure.server.config.ShardSettings;
import io.tenure.server.raft.ratis.append.LeanRpc;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** The engine's settings, each with the reason why it is not the default. */
final class EngineProperties {
  private static final int MEBI = 1 << 20;

  /** More than the largest command takes in the log, with what the engine puts around it. */
  private static final long BATCH_MARGIN = 128 << 10;

  /** Messages that a follower which is behind has not answered. */
  private static final int OUTSTANDING = 4;

  private static final TimeDuration PAUSE_OF_A_LONE_NODE =
      TimeDuration.valueOf(10, TimeUnit.SECONDS);

  private EngineProperties() {}

  static RaftProperties of(EngineSettings settings) {
    RaftProperties properties = new RaftProperties();
    RaftConfigKeys.Rpc.setType(properties, new LeanRpc());
    // Set when the engine is built; until then there is nothing to be found.
    RaftServerConfigKeys.setStorageDir(
        properties, List.of(settings.directory().resolve("none").toFile()));
    transport(properties, settings);
    elections(properties, settings);
    log(properties, settings);
    snapshots(properties);
    return properties;
  }

  private static void transport(RaftProperties properties, EngineSettings settings) {
    HostAndPort raft = HostAndPort.parse(settings.raftListen());
    GrpcConfigKeys.Server.setHost(properties, raft.host());
    GrpcConfigKeys.Server.setPort(properties, raft.port());
    // A second channel for heartbeats would be connected only when a leader is new.
    GrpcConfigKeys.Server.setHeartbeatChannel(properties, false);
    GrpcConfigKeys.setMessageSizeMax(properties, SizeInBytes.valueOf(64L * MEBI));
  }

  private static void elections(RaftProperties properties, EngineSettings settings) {
    TimeDuration min = time(settings.electionTimeoutMin());
    TimeDuration max = time(settings.electionTimeoutMax());
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, min);
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, max);
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, min);
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, max);
    // Bars a leader that nobody answered from running again, and tells how long a pause of this
    // process may be before a leader steps down by itself: in favour of nobody if it is alone.
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(
        properties, settings.initialMembers().size() == 1 ? PAUSE_OF_A_LONE_NODE : max);
    // After a pause of a minute the engine would close for good. It can step down and catch up.
    RaftServerConfigKeys.setCloseThreshold(properties, TimeDuration.valueOf(3650, TimeUnit.DAYS));
    RaftServerConfigKeys.LeaderElection.setPreVote(properties, true);
    // Neither the engine's lease nor its read index is used; see Confirmations.
    RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.DEFAULT);
  }

  private static void log(RaftProperties properties, EngineSettings settings) {
    logMemory(properties, settings.shard());
    // Flushes are forced when the queue is empty anyway; this only bounds how long they may wait.
    RaftServerConfigKeys.Log.setForceSyncNum(properties, 4096);
    RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
    RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(properties, false);
    RaftServerConfigKeys.Log.setCorruptionPolicy(
        properties, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    RaftServerConfigKeys.Log.Appender.setWaitTimeMin(
        properties, TimeDuration.valueOf(0, TimeUnit.MILLISECONDS));
    // Shorter than the time between heartbeats: after a longer pause only a heartbeat is sent, and
    // one that a follower refuses, since it lacks what the leader thinks it has, changes nothing.
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, "50ms,1000000000");
    // Requests have ids of their own, so the engine need not remember its calls.
    RaftServerConfigKeys.RetryCache.setExpiryTime(
        properties, TimeDuration.valueOf(1, TimeUnit.SECONDS));
  }

  /**
   * The memory for a shard's log is divided: a quarter is for the segment that is being written,
   * which the engine keeps as objects, a quarter for those before it, and half for what is sent to
   * a follower that is behind. Followers that are not behind are sent what is in memory anyway.
   */
  private static void logMemory(RaftProperties properties, ShardSettings shard) {
    long batchBytes = shard.batchBytes();
    long quarter = shard.logBytes() / 4;
    // The engine refuses an entry above this; a batch may exceed its own bound by one command.
    long message =
        Math.max(batchBytes + BATCH_MARGIN, Math.min(4L * MEBI, 2 * quarter / OUTSTANDING));
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, SizeInBytes.valueOf(message));
    RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(
        properties, SizeInBytes.valueOf(Math.min(4L * MEBI, quarter / OUTSTANDING)));
    // Not on the heap, and as much for each shard; must be above the largest entry.
    RaftServerConfigKeys.Log.setWriteBufferSize(properties, SizeInBytes.valueOf(2 * message));
    // Beyond it, whoever appends waits for the disk.
    RaftServerConfigKeys.Log.setQueueByteLimit(
        properties, SizeInBytes.valueOf(Math.max(2 * message, 2 * quarter)));
    // Only whole segments are dropped after a snapshot, so a few of them make up one interval.
    long interval = Math.max(4 * batchBytes, shard.snapshotBytes() / 4);
    long segment = Math.min(16L * MEBI, Math.max(batchBytes, Math.min(quarter, interval)));
    RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SizeInBytes.valueOf(segment));
    RaftServerConfigKeys.Log.setPreallocatedSize(
        properties, SizeInBytes.valueOf(Math.min(4L * MEBI, segment)));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
    // With the segment that is being written.
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(
        properties, SizeInBytes.valueOf(Math.max(2 * quarter, segment)));
    GrpcConfigKeys.Server.setLeaderOutstandingAppendsMax(
        properties, Math.max(OUTSTANDING, shard.batchesInFlight() + 2));
    GrpcConfigKeys.Server.setInstallSnapshotRequestElementLimit(properties, OUTSTANDING);
  }

  private static void snapshots(RaftProperties properties) {
    // The applier decides when; see there.
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, false);
    RaftServerConfigKeys.Snapshot.setCreationGap(properties, 1);
    RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, 2);
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
    RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
  }

  private static TimeDuration time(Duration duration) {
    return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
  }
}
