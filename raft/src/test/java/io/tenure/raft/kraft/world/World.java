package io.tenure.raft.kraft.world;

import io.tenure.raft.kraft.OpaqueSerde;
import io.tenure.raft.kraft.world.disk.Flaw;
import io.tenure.raft.kraft.world.disk.SimulatedDisk;
import io.tenure.raft.kraft.world.disk.SimulatedSnapshot;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.raft.EngineAccess;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.raft.ReplicaKey;
import org.apache.kafka.raft.VoterSet;
import org.apache.kafka.server.common.KRaftVersion;
import org.apache.kafka.snapshot.RecordsSnapshotWriter;
import org.apache.kafka.snapshot.Snapshots;
import org.jspecify.annotations.Nullable;

/**
 * One cluster from its formation to its rest. The seed decides everything: how many nodes, how good
 * the network is, which faults happen when.
 *
 * <p>Two phases: faults, while operations and reads go on; then everything is repaired, and within
 * {@link #REST_MICROS} every voter must have applied everything and a new operation must have been
 * acknowledged.
 */
final class World {
  static final int FETCH_WAIT_MILLIS = 100;

  private static final int FIRST_PORT = 9_000;
  private static final int SPARE_NODES = 2;
  private static final long REST_MICROS = 20_000_000;

  /** Between operations when everything is repaired, so that all nodes can have the same state. */
  private static final long CALM_MICROS = 400_000;

  private static final boolean TRACE = Boolean.getBoolean("tenure.trace");

  private static final QuorumConfig ENGINE_CONFIG =
      new QuorumConfig(
          new AbstractConfig(
              QuorumConfig.CONFIG_DEF,
              Map.of(
                  QuorumConfig.QUORUM_ELECTION_TIMEOUT_MS_CONFIG, 300,
                  QuorumConfig.QUORUM_ELECTION_BACKOFF_MAX_MS_CONFIG, 200,
                  QuorumConfig.QUORUM_FETCH_TIMEOUT_MS_CONFIG, 300,
                  QuorumConfig.QUORUM_REQUEST_TIMEOUT_MS_CONFIG, 500,
                  QuorumConfig.QUORUM_RETRY_BACKOFF_MS_CONFIG, 5,
                  QuorumConfig.QUORUM_LINGER_MS_CONFIG, 0,
                  QuorumConfig.QUORUM_FETCH_SNAPSHOT_MAX_BYTES_CONFIG, 64),
              false));

  /** How a world ended. */
  record Result(
      long seed,
      int committed,
      int acknowledged,
      int reads,
      int changes,
      long trace,
      String shape) {}

  private final long seed;
  private final Flaw flaw;
  private final Random random;
  private final Timeline timeline = new Timeline();
  private final History history = new History(this);
  private final Reads reads = new Reads(this);
  private final BufferPool buffers = BufferPool.ofThisThread();
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final int founding;
  private final boolean differentClocks;
  private final boolean hidesWatermark;
  private final SimulatedNetwork network;
  private final Faults faults;
  private final Members members;
  private final long chaosMicros;
  private final long operationsEveryMicros;
  private long operations;
  private long calmUntil;
  private boolean healed;
  private long trace = 17;

  World(long seed, Flaw flaw) {
    this.seed = seed;
    this.flaw = flaw;
    this.random = new Random(seed);
    founding = new int[] {1, 2, 3, 3, 3, 3, 3, 5, 5, 5}[random.nextInt(10)];
    boolean membersChange = random.nextInt(3) == 0;
    differentClocks = random.nextInt(3) == 0;
    hidesWatermark = random.nextBoolean();
    chaosMicros = 1_500_000L + random.nextInt(2_500_000);
    operationsEveryMicros = 2_000L + random.nextInt(18_000);
    int all = founding + (membersChange ? SPARE_NODES : 0);
    network = new SimulatedNetwork(timeline, quality(), all, random.nextLong());
    for (int id = 1; id <= all; id++) {
      nodes.add(new SimulatedNode(this, id, random.nextLong()));
    }
    faults = new Faults(this, random.nextLong());
    members = new Members(this, random.nextLong(), membersChange);
  }

  private SimulatedNetwork.Quality quality() {
    boolean lossy = random.nextBoolean();
    return new SimulatedNetwork.Quality(
        50 + random.nextInt(1_000),
        random.nextInt(3) == 0 ? 20_000 : 500,
        lossy ? random.nextDouble() * 0.1 : 0,
        lossy ? random.nextDouble() * 0.05 : 0);
  }

  // ---------------------------------------------------------------------------- the course

  Result run() {
    try {
      form();
      every(operationsEveryMicros, this::propose);
      every(3 * operationsEveryMicros, reads::begin);
      members.begin();
      faults.begin();
      while (timeline.next(chaosMicros)) {
        history.check();
      }
      heal();
      rest();
      return new Result(
          seed,
          history.size(),
          history.acknowledgements(),
          history.reads(),
          members.changes(),
          trace,
          founding + (members.changes() > 0 ? " voters, members change" : " voters"));
    } finally {
      buffers.takeBackAll();
    }
  }

  /** The founding nodes get the same first snapshot: the voters. */
  private void form() {
    Map<Integer, VoterSet.VoterNode> voters = new HashMap<>();
    for (SimulatedNode node : nodes.subList(0, founding)) {
      voters.put(
          node.id(),
          VoterSet.VoterNode.of(node.key(), node.endpoints(), EngineAccess.supportedVersions()));
    }
    for (SimulatedNode node : nodes.subList(0, founding)) {
      RecordsSnapshotWriter.Builder builder =
          new RecordsSnapshotWriter.Builder()
              .setTime(new NodeClock(timeline, 1, 0))
              .setMemoryPool(buffers)
              .setKraftVersion(KRaftVersion.KRAFT_VERSION_1)
              .setVoterSet(Optional.of(VoterSet.fromMap(voters)))
              .setRawSnapshotWriter(
                  new SimulatedSnapshot.Writer(node.disk(), Snapshots.BOOTSTRAP_SNAPSHOT_ID));
      try (RecordsSnapshotWriter<byte[]> writer = builder.build(new OpaqueSerde())) {
        writer.freeze();
      }
      timeline.after(random.nextInt(50_000), node::start);
    }
  }

  private void every(long micros, Runnable action) {
    timeline.after(
        micros / 2 + random.nextLong(micros),
        () -> {
          action.run();
          every(micros, action);
        });
  }

  /** To everybody who believes to lead. */
  private void propose() {
    if (healed && timeline.now() < calmUntil) {
      return;
    }
    calmUntil = timeline.now() + CALM_MICROS;
    for (SimulatedNode node : nodes) {
      if (node.leads()) {
        node.propose(++operations, 8 + random.nextInt(100));
      }
    }
  }

  private void heal() {
    healed = true;
    network.becomeFaultless();
    for (SimulatedNode node : nodes) {
      node.disk().repair();
      node.resume();
      if (members.isStarted(node)) {
        node.start();
      }
    }
    traceEvent("healed");
  }

  private void rest() {
    int before = -1;
    long until = timeline.now() + REST_MICROS;
    while (true) {
      boolean more = timeline.next(until);
      history.check();
      if (before < 0 && members.areAtRest() && everybodyHasCaughtUp()) {
        before = history.acknowledgements();
      }
      if (before >= 0 && history.acknowledgements() > before && everybodyHasCaughtUp()) {
        history.compareLogs(nodes.stream().map(SimulatedNode::disk).toList());
        return;
      }
      if (!more) {
        throw new History.Violation(
            "not at rest %d s after everything was repaired: %s; committed %d, goal %s"
                .formatted(REST_MICROS / 1_000_000, describe(), history.size(), members));
      }
    }
  }

  private boolean everybodyHasCaughtUp() {
    SimulatedNode leader = leader();
    if (leader == null) {
      return false;
    }
    for (ReplicaKey voter : leader.voters()) {
      SimulatedNode node = node(voter.id());
      if (!node.key().equals(voter) || node.applied() < history.size()) {
        return false;
      }
    }
    return true;
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    for (SimulatedNode node : nodes) {
      text.append(node).append(" term ").append(node.term());
      text.append(" applied ").append(node.applied());
      text.append(node.leads() ? " leads " + node.voters() : "").append("; ");
    }
    return text.toString();
  }

  // --------------------------------------------------------------------- what others ask for

  Timeline timeline() {
    return timeline;
  }

  History history() {
    return history;
  }

  Reads reads() {
    return reads;
  }

  BufferPool buffers() {
    return buffers;
  }

  Flaw flaw() {
    return flaw;
  }

  SimulatedNetwork network() {
    return network;
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  int founding() {
    return founding;
  }

  boolean isHealed() {
    return healed;
  }

  SimulatedNode node(int id) {
    return nodes.get(id - 1);
  }

  /** The leader of the highest term; null if nobody leads. */
  @Nullable SimulatedNode leader() {
    SimulatedNode leader = null;
    for (SimulatedNode node : nodes) {
      if (node.leads() && (leader == null || node.term() > leader.term())) {
        leader = node;
      }
    }
    return leader;
  }

  double clockRate() {
    return differentClocks ? 0.8 + random.nextDouble() * 0.4 : 1;
  }

  QuorumConfig engineConfig() {
    return ENGINE_CONFIG;
  }

  /**
   * Whether followers hide how much they know to be committed, which makes the leader tell less.
   */
  boolean hidesWatermark() {
    return hidesWatermark;
  }

  List<InetSocketAddress> addresses() {
    return nodes.stream().map(node -> SimulatedNode.address(node.id())).toList();
  }

  static int portOf(int id) {
    return FIRST_PORT + id;
  }

  static int nodeAt(int port) {
    return port - FIRST_PORT;
  }

  void send(SimulatedNode from, int to, Wire content) {
    traceMessage("sends", from.id(), to, content);
    network.send(
        from.id(),
        to,
        () -> {
          traceMessage("arrives", from.id(), to, content);
          node(to).receive(from.id(), content);
        });
  }

  boolean hasOnDisk(ReplicaKey voter, long offset, int term) {
    SimulatedDisk disk = node(voter.id()).disk(voter);
    return disk != null && History.hasOnDisk(disk, offset, term);
  }

  void restartLater(SimulatedNode node) {
    timeline.after(healed ? 1_000 : random.nextInt(300_000), node::start);
  }

  /** A node stopped itself. Only a failed disk is a reason. */
  void stopped(SimulatedNode node, RuntimeException reason) {
    traceEvent(node + " stops");
    if (!node.disk().isFailing()) {
      history.fail(new History.Violation(node + " stopped: " + reason, reason));
    }
  }

  // --------------------------------------------------------------------------------- trace

  private void traceMessage(String what, int from, int to, Wire content) {
    trace = trace * 31 + timeline.now();
    trace = trace * 31 + from * 64L + to;
    trace = trace * 31 + content.kind();
    if (TRACE) {
      System.out.printf(
          "%,12d %d %s %d %s%n", timeline.now(), from, what, to, Description.of(content));
    }
  }

  void traceEvent(String event) {
    trace = trace * 31 + event.hashCode();
    if (TRACE) {
      System.out.printf("%,12d %s%n", timeline.now(), event);
    }
  }
}
