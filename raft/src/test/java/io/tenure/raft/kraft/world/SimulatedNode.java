package io.tenure.raft.kraft.world;

import io.tenure.raft.kraft.guard.EngineOutOfDate;
import io.tenure.raft.kraft.world.disk.Crash;
import io.tenure.raft.kraft.world.disk.Flaw;
import io.tenure.raft.kraft.world.disk.SimulatedDisk;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.raft.Endpoints;
import org.apache.kafka.raft.EngineAccess;
import org.apache.kafka.raft.LeaderAndEpoch;
import org.apache.kafka.raft.RaftRequest;
import org.apache.kafka.raft.ReplicaKey;
import org.apache.kafka.raft.errors.NotLeaderException;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.SnapshotWriter;
import org.jspecify.annotations.Nullable;

/** A node: its disk, and while it runs its engine and state machine. */
final class SimulatedNode {
  static final ListenerName LISTENER = new ListenerName("NODE");
  static final String CLUSTER = "world";

  private final World world;
  private final int id;
  private SimulatedDisk disk;

  /** Of those that this node was before its data was lost, with what they had then. */
  private final Map<ReplicaKey, SimulatedDisk> lostDisks = new HashMap<>();

  private final Random random;
  private Uuid directory;
  private int runs;
  private int wipes;
  private @Nullable NodeProcess process;
  private boolean paused;

  SimulatedNode(World world, int id, long seed) {
    this.world = world;
    this.id = id;
    this.random = new Random(seed);
    this.disk = new SimulatedDisk(world.flaw(), random);
    this.directory = new Uuid(id, 1);
  }

  int id() {
    return id;
  }

  ReplicaKey key() {
    return ReplicaKey.of(id, directory);
  }

  SimulatedDisk disk() {
    return disk;
  }

  /** The disk of this node when it was the given replica. */
  @Nullable SimulatedDisk disk(ReplicaKey replica) {
    return replica.equals(key()) ? disk : lostDisks.get(replica);
  }

  Endpoints endpoints() {
    return Endpoints.fromInetSocketAddresses(Map.of(LISTENER, address(id)));
  }

  static InetSocketAddress address(int id) {
    return InetSocketAddress.createUnresolved("node", World.portOf(id));
  }

  // ------------------------------------------------------------------------ life and death

  boolean isRunning() {
    return process != null;
  }

  void start() {
    if (process != null) {
      return;
    }
    runs++;
    paused = false;
    NodeProcess started = new NodeProcess(world, this, disk, random, runs);
    process = started;
    act(started::start);
  }

  /** The process is killed. */
  void kill() {
    if (process != null) {
      process = null;
      disk.lose();
      world.traceEvent("%s dies".formatted(this));
    }
  }

  void pause() {
    paused = process != null;
  }

  void resume() {
    if (paused) {
      paused = false;
      act(() -> {});
    }
  }

  /** Its data is gone; it is somebody else from now on. */
  void wipe() {
    kill();
    lostDisks.put(key(), disk);
    disk = new SimulatedDisk(world.flaw(), random);
    wipes++;
    if (world.flaw() != Flaw.WIPED_VOTER_VOTES) {
      directory = new Uuid(id, 1 + wipes);
    }
  }

  /** The process that slept for as long as its engine wanted. */
  void wake(NodeProcess sleeper) {
    if (process == sleeper) {
      act(() -> {});
    }
  }

  /** On the engine's thread, as it were: does something, and lets the engine act on it. */
  private void act(Runnable action) {
    NodeProcess current = process;
    if (current == null || paused) {
      return;
    }
    try {
      action.run();
      if (disk.isDead()) {
        throw new Crash();
      }
      current.step();
      current.sendOutgoing(Integer.MAX_VALUE);
    } catch (History.Violation e) {
      throw e;
    } catch (Crash e) {
      // Whatever it said before it died may have left.
      current.sendOutgoing(random.nextInt(current.outgoing() + 1));
      kill();
      world.restartLater(this);
    } catch (EngineOutOfDate e) {
      world.traceEvent("%s builds its engine anew: %s".formatted(this, e.getMessage()));
      kill();
      start();
    } catch (RuntimeException e) {
      world.stopped(this, e);
      kill();
      world.restartLater(this);
    }
  }

  // ------------------------------------------------------------------------------- network

  void receive(int from, Wire wire) {
    NodeProcess current = process;
    if (current == null) {
      return;
    }
    if (paused) {
      world.timeline().after(10_000, () -> receive(from, wire));
      return;
    }
    if (wire instanceof Wire.Request request) {
      act(() -> current.handle(from, request));
    } else if (wire instanceof Wire.Response response) {
      act(() -> current.handle(from, response));
    } else if (wire instanceof Wire.TermQuestion question) {
      current.answer(
          from, new Wire.TermAnswer(question.read(), key(), EngineAccess.epoch(current.engine())));
      act(() -> {});
    } else if (wire instanceof Wire.TermAnswer answer) {
      world.reads().answered(answer);
    }
  }

  /** Sends a question of the node's own, not the engine's. */
  void ask(int to, Wire question) {
    world.send(this, to, question);
  }

  // -------------------------------------------------------------------------------- engine

  /** Whether it leads, as far as it knows, and has applied all from before its term. */
  boolean leads() {
    NodeProcess current = process;
    return current != null
        && !paused
        && current.replica().leadingEpoch() > 0
        && EngineAccess.isLeader(current.engine())
        && current.replica().leadingEpoch() == EngineAccess.epoch(current.engine());
  }

  /** Whom it follows; empty if it follows nobody. */
  Optional<LeaderAndEpoch> knownLeader() {
    NodeProcess current = process;
    if (current == null || current.engine() == null || EngineAccess.isLeader(current.engine())) {
      return Optional.empty();
    }
    LeaderAndEpoch known = current.engine().leaderAndEpoch();
    return known.leaderId().isPresent() && !known.isLeader(id)
        ? Optional.of(known)
        : Optional.empty();
  }

  int term() {
    return process == null ? -1 : EngineAccess.epoch(process.engine());
  }

  int applied() {
    return process == null ? -1 : process.replica().applied();
  }

  /** As this leader counts them; empty if it does not lead. */
  List<ReplicaKey> voters() {
    return process == null ? List.of() : EngineAccess.votersOfLeader(process.engine());
  }

  void propose(long operation, int bytes) {
    NodeProcess current = process;
    if (current == null || !leads()) {
      return;
    }
    act(
        () -> {
          try {
            byte[] content = new byte[bytes];
            ByteBuffer.wrap(content).putLong(operation);
            current.engine().prepareAppend(current.replica().leadingEpoch(), List.of(content));
            current.replica().proposed(operation);
            current.engine().schedulePreparedAppend();
          } catch (NotLeaderException e) {
            world.traceEvent("%s does not lead".formatted(this));
          }
        });
  }

  /** Gives a message to the engine that does not come from another node. */
  void handle(ApiMessage data, Consumer<ApiMessage> answered) {
    NodeProcess current = process;
    if (current == null) {
      return;
    }
    act(
        () -> {
          RaftRequest.Inbound inbound = current.inbound(current.newCorrelationId(), data);
          var unused = inbound.completion.thenAccept(response -> answered.accept(response.data()));
          current.engine().handle(inbound);
        });
  }

  void resign() {
    NodeProcess current = process;
    if (current != null && leads()) {
      act(
          () -> {
            try {
              current.engine().resign(EngineAccess.epoch(current.engine()));
            } catch (IllegalArgumentException e) {
              world.traceEvent("%s cannot resign".formatted(this));
            }
          });
    }
  }

  /** Writes a snapshot of what it has applied, and drops the log before it. */
  void snapshot() {
    NodeProcess current = process;
    if (current == null) {
      return;
    }
    act(
        () -> {
          OffsetAndEpoch position = current.replica().position();
          if (position.offset() <= current.log().startOffset()) {
            return;
          }
          Optional<SnapshotWriter<byte[]>> writer = current.engine().createSnapshot(position, 0);
          if (writer.isPresent()) {
            try (SnapshotWriter<byte[]> snapshot = writer.get()) {
              snapshot.append(List.of(current.replica().state()));
              snapshot.freeze();
            }
            current.log().deleteBeforeSnapshot(position);
          }
        });
  }

  @Override
  public String toString() {
    return "node " + id + (wipes == 0 ? "" : "." + wipes);
  }
}
