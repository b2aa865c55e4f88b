package org.apache.kafka.raft;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.feature.SupportedVersionRange;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.serialization.RecordSerde;

/**
 * The one class of Tenure's in the engine's package: its constructor with a message queue, a random
 * source and a memory pool of the caller's, and what it tells nobody outside the package.
 *
 * <p>Every method but {@link #create} is called on the thread that polls the engine.
 */
public final class EngineAccess {
  private EngineAccess() {}

  /** Who this replica is. */
  public record Identity(int id, Uuid directory, Endpoints endpoints, String cluster) {}

  /** What the engine lives on. */
  public record Surroundings(
      NetworkChannel channel,
      RaftMessageQueue queue,
      Time time,
      ExpirationService expirations,
      MemoryPool memory,
      Random random,
      LogContext logContext) {}

  /** What survives a restart. */
  public record Storage(RaftLog log, QuorumStateStore votes) {}

  /**
   * An engine that has read its log and its vote, and waits to be polled.
   *
   * @param bootstrap addresses at which a replica that is no voter yet looks for the leader
   */
  public static <T> KafkaRaftClient<T> create(
      Identity identity,
      Surroundings surroundings,
      Storage storage,
      RecordSerde<T> serde,
      QuorumConfig config,
      int fetchWaitMillis,
      Collection<InetSocketAddress> bootstrap) {
    KafkaRaftClient<T> engine =
        new KafkaRaftClient<>(
            OptionalInt.of(identity.id()),
            identity.directory(),
            serde,
            surroundings.channel(),
            surroundings.queue(),
            storage.log(),
            surroundings.memory(),
            surroundings.time(),
            surroundings.expirations(),
            fetchWaitMillis,
            true,
            identity.cluster(),
            bootstrap,
            identity.endpoints(),
            supportedVersions(),
            surroundings.logContext(),
            surroundings.random(),
            config);
    engine.initialize(Map.of(), storage.votes(), new Metrics(surroundings.time()), ignored -> {});
    return engine;
  }

  public static SupportedVersionRange supportedVersions() {
    return Feature.KRAFT_VERSION.supportedVersionRange();
  }

  /** Whether nobody else has to agree: then the engine commits before it flushes. */
  public static boolean isOnlyVoter(KafkaRaftClient<?> engine) {
    return engine.quorum() != null && engine.quorum().isOnlyVoter();
  }

  public static boolean isLeader(KafkaRaftClient<?> engine) {
    return engine.quorum().isLeader();
  }

  /** Whether it knows who leads but does not follow. */
  public static boolean isDetachedFromLeader(KafkaRaftClient<?> engine) {
    return engine.quorum().isUnattached() && engine.quorum().hasLeader();
  }

  public static int epoch(KafkaRaftClient<?> engine) {
    return engine.quorum().epoch();
  }

  public static boolean isVoter(KafkaRaftClient<?> engine) {
    return engine.quorum().isVoter();
  }

  /** The voters as this leader counts them, by id; empty if this replica does not lead. */
  public static List<ReplicaKey> votersOfLeader(KafkaRaftClient<?> engine) {
    return engine
        .quorum()
        .maybeLeaderState()
        .map(
            state ->
                state.voterStates().values().stream()
                    .map(LeaderState.ReplicaState::replicaKey)
                    .sorted()
                    .toList())
        .orElse(List.of());
  }
}
