package io.tenure.raft.kraft.world;

import io.tenure.raft.kraft.OpaqueSerde;
import io.tenure.raft.kraft.guard.EngineOutOfDate;
import io.tenure.raft.kraft.guard.ForgottenAddress;
import io.tenure.raft.kraft.guard.NamedLeader;
import io.tenure.raft.kraft.guard.RemovedVoter;
import io.tenure.raft.kraft.guard.RestartedCandidate;
import io.tenure.raft.kraft.guard.SenderAddress;
import io.tenure.raft.kraft.guard.StaleObserver;
import io.tenure.raft.kraft.world.disk.Crash;
import io.tenure.raft.kraft.world.disk.Flaw;
import io.tenure.raft.kraft.world.disk.SimulatedDisk;
import io.tenure.raft.kraft.world.disk.SimulatedLog;
import io.tenure.raft.kraft.world.disk.SimulatedVotes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchSnapshotResponseData;
import org.apache.kafka.common.message.VoteRequestData;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.raft.EngineAccess;
import org.apache.kafka.raft.KafkaRaftClient;
import org.apache.kafka.raft.NetworkChannel;
import org.apache.kafka.raft.QuorumStateStore;
import org.apache.kafka.raft.RaftRequest;
import org.apache.kafka.raft.RaftResponse;
import org.apache.kafka.server.common.KRaftVersion;

/** A process of a node, from its start to its end: the engine, and the messages to and from it. */
final class NodeProcess implements NetworkChannel {
  private static final int POLLS_AT_ONCE = 200;
  private static final int CORRELATION_BITS = 20;

  private record Parcel(int to, Wire content) {}

  private final World world;
  private final SimulatedNode node;
  private final SimulatedDisk disk;
  private final Random random;
  private final NodeClock clock;
  private final NodeQueue queue = new NodeQueue();
  private final Replica replica;
  private final Map<Integer, RaftRequest.Outbound> unanswered = new HashMap<>();
  private final List<Parcel> outgoing = new ArrayList<>();
  private final StaleObserver staleObserver;
  private SimulatedLog log;
  private KafkaRaftClient<byte[]> engine;
  private int correlations;
  private long wakes;

  @SuppressWarnings("NullAway") // Log and engine are there after the start, or the run is over.
  NodeProcess(World world, SimulatedNode node, SimulatedDisk disk, Random random, int number) {
    this.world = world;
    this.node = node;
    this.disk = disk;
    this.random = random;
    correlations = number << CORRELATION_BITS;
    replica = new Replica(node, world.history());
    clock = new NodeClock(world.timeline(), world.clockRate(), random.nextInt(1_000_000_000));
    staleObserver =
        new StaleObserver(2L * world.engineConfig().fetchTimeoutMs(), clock.milliseconds());
  }

  void start() {
    log =
        new SimulatedLog(
            disk,
            guards(Flaw.LATE_VOTERS_UNGUARDED),
            () ->
                world.flaw() != Flaw.ACK_BEFORE_FLUSH
                    && engine != null
                    && EngineAccess.isOnlyVoter(engine));
    engine =
        EngineAccess.create(
            new EngineAccess.Identity(
                node.id(),
                node.key().directoryId().orElseThrow(),
                node.endpoints(),
                SimulatedNode.CLUSTER),
            new EngineAccess.Surroundings(
                this,
                queue,
                clock,
                clock,
                world.buffers(),
                new Random(random.nextLong()),
                new LogContext()),
            new EngineAccess.Storage(log, votes()),
            new OpaqueSerde(),
            world.engineConfig(),
            World.FETCH_WAIT_MILLIS,
            world.addresses());
    engine.register(replica);
  }

  private QuorumStateStore votes() {
    SimulatedVotes votes = new SimulatedVotes(disk);
    return guards(Flaw.RESTARTED_CANDIDATE_UNGUARDED)
        ? new RestartedCandidate(votes, node.key())
        : votes;
  }

  @Override
  public int newCorrelationId() {
    return correlations++;
  }

  @Override
  public void send(RaftRequest.Outbound request) {
    unanswered.put(request.correlationId(), request);
    if (request.data() instanceof FetchRequestData fetch && world.hidesWatermark()) {
      fetch.topics().get(0).partitions().get(0).setHighWatermark(Long.MAX_VALUE);
    }
    // By address: towards one whose id is not known the engine counts down from -2.
    int to = World.nodeAt(request.destination().port());
    outgoing.add(new Parcel(to, new Wire.Request(request.correlationId(), request.data())));
  }

  @Override
  public ListenerName listenerName() {
    return SimulatedNode.LISTENER;
  }

  void answer(int to, Wire content) {
    outgoing.add(new Parcel(to, content));
  }

  /** Lets the engine do what there is to do now. */
  void step() {
    clock.fireTimers();
    int polls = 0;
    do {
      engine.poll();
      if (disk.isDead()) {
        throw new Crash();
      }
      polls++;
    } while (!queue.isIdle() && polls < POLLS_AT_ONCE);
    if (EngineAccess.isLeader(engine)) {
      world.history().leads(node, EngineAccess.epoch(engine));
    }
    long idle = queue.isIdle() ? Math.min(queue.idleMillis(), clock.untilNextTimer()) : 1;
    sleep(Math.max(1, Math.min(idle, 1_000_000)));
  }

  private void sleep(long millis) {
    long wake = ++wakes;
    world
        .timeline()
        .after(
            clock.worldMicros(millis),
            () -> {
              if (wakes == wake) {
                node.wake(this);
              }
            });
  }

  /** In the order of their destinations: the engine's own order differs from JVM to JVM. */
  void sendOutgoing(int most) {
    outgoing.sort(Comparator.comparingInt(Parcel::to));
    outgoing.stream()
        .limit(most)
        .forEach(parcel -> world.send(node, parcel.to(), parcel.content()));
    outgoing.clear();
  }

  void handle(int from, Wire.Request request) {
    if (request.data() instanceof ApiVersionsRequestData) {
      answer(from, new Wire.Response(request.correlation(), versions()));
      return;
    }
    if (guards(Flaw.STALE_OBSERVER_UNGUARDED)
        && request.data() instanceof VoteRequestData vote
        && vote.topics().get(0).partitions().get(0).preVote()
        && staleObserver.blocksElection(
            clock.milliseconds(),
            EngineAccess.isVoter(engine),
            engine.leaderAndEpoch().leaderId().isPresent())) {
      throw new EngineOutOfDate("it follows a leader that does not answer");
    }
    ApiMessage data = (ApiMessage) request.data().duplicate();
    if (guards(Flaw.SENDER_ADDRESS_UNGUARDED)) {
      SenderAddress.addTo(data, SimulatedNode.LISTENER, SimulatedNode.address(from));
    }
    RaftRequest.Inbound inbound = inbound(request.correlation(), data);
    var unused =
        inbound.completion.thenAccept(
            response -> answer(from, new Wire.Response(request.correlation(), response.data())));
    engine.handle(inbound);
  }

  private static ApiVersionsResponseData versions() {
    ApiVersionsResponseData.SupportedFeatureKeyCollection features =
        new ApiVersionsResponseData.SupportedFeatureKeyCollection();
    features.add(
        new ApiVersionsResponseData.SupportedFeatureKey()
            .setName(KRaftVersion.FEATURE_NAME)
            .setMinVersion(EngineAccess.supportedVersions().min())
            .setMaxVersion(EngineAccess.supportedVersions().max()));
    return new ApiVersionsResponseData().setSupportedFeatures(features);
  }

  RaftRequest.Inbound inbound(int correlation, ApiMessage data) {
    short version = ApiMessageType.fromApiKey(data.apiKey()).highestSupportedVersion(true);
    return new RaftRequest.Inbound(
        SimulatedNode.LISTENER, correlation, version, data, clock.milliseconds());
  }

  void handle(int from, Wire.Response response) {
    RaftRequest.Outbound request = unanswered.remove(response.correlation());
    boolean dropped =
        guards(Flaw.REMOVED_VOTER_UNGUARDED)
            && RemovedVoter.sent(response.data(), from, EngineAccess.votersOfLeader(engine));
    if (request != null && !dropped) {
      ApiMessage data =
          response.data() instanceof FetchSnapshotResponseData
              ? response.data()
              : (ApiMessage) response.data().duplicate();
      if (isSuccess(data)) {
        staleObserver.heardOfLeader(clock.milliseconds());
      }
      if (guards(Flaw.FORGOTTEN_ADDRESS_UNGUARDED)
          && data instanceof FetchResponseData fetch
          && EngineAccess.isDetachedFromLeader(engine)) {
        ForgottenAddress.turnIntoHint(fetch, SimulatedNode.address(from));
      }
      if (guards(Flaw.NAMED_LEADER_UNGUARDED) && !EngineAccess.isLeader(engine)) {
        NamedLeader.removeIfUnusable(data, node.id());
      }
      request.completion.complete(
          new RaftResponse.Inbound(response.correlation(), data, request.destination()));
    }
  }

  private static boolean isSuccess(ApiMessage data) {
    return (data instanceof FetchResponseData fetch
            && !fetch.responses().isEmpty()
            && fetch.responses().get(0).partitions().get(0).errorCode() == 0)
        || (data instanceof FetchSnapshotResponseData snapshot
            && !snapshot.topics().isEmpty()
            && snapshot.topics().get(0).partitions().get(0).errorCode() == 0);
  }

  private boolean guards(Flaw unguarded) {
    return world.flaw() != unguarded;
  }

  KafkaRaftClient<byte[]> engine() {
    return engine;
  }

  Replica replica() {
    return replica;
  }

  SimulatedLog log() {
    return log;
  }

  /** Messages that are to leave. */
  int outgoing() {
    return outgoing.size();
  }
}
