package io.tenure.server.raft.ratis;

import io.tenure.raft.Member;
import io.tenure.server.config.ShardSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How this node takes part.
 *
 * @param self this node
 * @param raftListen where the engine listens, as {@code HOST:PORT}
 * @param initialMembers who forms the cluster, this node included; empty for a node that waits to
 *     be added to a cluster that exists
 * @param shards the shards' names, in order
 * @param directory where the engine keeps its logs
 * @param electionTimeoutMin the shortest time without a leader's sign after which a node runs for
 *     it
 * @param electionTimeoutMax the longest
 * @param shard the bounds of each shard
 * @param crashTrigger whether a leader whose process is gone is replaced without waiting for a
 *     timeout
 */
public record EngineSettings(
    Member self,
    String raftListen,
    List<Member> initialMembers,
    List<String> shards,
    Path directory,
    Duration electionTimeoutMin,
    Duration electionTimeoutMax,
    ShardSettings shard,
    boolean crashTrigger) {}
