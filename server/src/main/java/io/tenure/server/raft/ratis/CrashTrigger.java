package io.tenure.server.raft.ratis;

import io.tenure.raft.HostAndPort;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions;
import io.tenure.raft.PeerPositions.Position;
import io.tenure.server.thread.NodeThreads;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.proto.RaftProtos.TermIndexProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.util.ProtoUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a leader whose process is gone without waiting for an election timeout.
 *
 * <p>This node keeps a bare connection to the engine's port of every other one. When it breaks and
 * a new one is refused, nobody listens there any more: the process is gone. The followers that are
 * left compare their logs, and the one with the most of it (of equals the one with the lowest id)
 * asks its own engine to start an election, as a leader does when it hands over. The engine checks
 * term, leader, role and log, and the vote is decided by Raft's rules: the trigger can start an
 * election, never make one unsafe. It fires at most once in a leader's term and never while the
 * leader's port answers. Where something accepts the connection and closes it again, such as a
 * proxy whose target is gone, {@link ReconnectDelay} bounds how often a line is tried. Frozen hosts
 * and partitions close no connection; for those there are the engine's timers.
 */
public final class CrashTrigger implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CrashTrigger.class);
  private static final int CONNECT_MILLIS = 500;

  /** How long the better candidate has before this node runs in its place. */
  private static final long YIELD_MILLIS = 150;

  private final String self;
  private final RaftServer server;
  private final List<RatisLog> logs;
  private final PeerPositions calls;
  private final Consumer<Throwable> fatal;
  private final Map<String, Thread> lines = new ConcurrentHashMap<>();
  private final Map<Integer, Long> firedInTerm = new ConcurrentHashMap<>();
  private volatile boolean running;

  /**
   * A trigger that does nothing yet.
   *
   * @param fatal receives what this node cannot go on after
   */
  CrashTrigger(
      String self,
      RaftServer server,
      List<RatisLog> logs,
      PeerPositions calls,
      Consumer<Throwable> fatal) {
    this.self = self;
    this.server = server;
    this.logs = logs;
    this.calls = calls;
    this.fatal = fatal;
  }

  void start() {
    running = true;
    leadersChanged();
  }

  /** Keeps a line to everybody who is a member now. */
  void leadersChanged() {
    if (!running) {
      return;
    }
    for (RatisLog log : logs) {
      for (Member member : log.members().current()) {
        if (!member.id().equals(self)) {
          lines.computeIfAbsent(member.id(), id -> startLine(id, member.raftAddress()));
        }
      }
    }
  }

  private Thread startLine(String id, String address) {
    Thread thread = new NodeThreads(fatal).daemon("tenure-line-" + id, () -> watch(id, address));
    thread.start();
    return thread;
  }

  /** Until this node stops, or the other is no member any more. */
  private void watch(String id, String address) {
    HostAndPort target = HostAndPort.parse(address);
    ReconnectDelay delay = new ReconnectDelay();
    boolean wasThere = false;
    while (running && isMember(id)) {
      long millis = delay.whenNotConnected();
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_MILLIS);
        wasThere = true;
        long began = System.nanoTime();
        awaitEnd(socket);
        millis = delay.whenEnded(Duration.ofNanos(System.nanoTime() - began));
      } catch (ConnectException e) {
        if (wasThere) {
          wasThere = false;
          gone(id);
        }
      } catch (IOException e) {
        // Unreachable is not gone: the engine's timers decide.
        LOG.debug("no connection to {} to watch its process: {}", id, e.getMessage());
      }
      pause(millis);
    }
    lines.remove(id);
  }

  /** The other side says nothing but perhaps a greeting; what counts is when it stops existing. */
  private static void awaitEnd(Socket socket) {
    byte[] greeting = new byte[256];
    try {
      while (socket.getInputStream().read(greeting) >= 0) {
        // Read on.
      }
    } catch (IOException e) {
      LOG.debug("the connection to watch a process has ended: {}", e.getMessage());
    }
  }

  private boolean isMember(String id) {
    RaftPeerId peer = RaftPeerId.valueOf(id);
    return logs.stream().anyMatch(log -> log.division().getRaftConf().getPeer(peer) != null);
  }

  private void gone(String id) {
    for (RatisLog log : logs) {
      RaftPeerId leader = log.division().getInfo().getLeaderId();
      if (leader != null && leader.toString().equals(id)) {
        LOG.atInfo()
            .setMessage("the leader's process is gone")
            .addKeyValue("shard", log.name())
            .addKeyValue("leader", id)
            .log();
        try {
          replace(log, leader);
        } catch (RuntimeException e) {
          LOG.warn("the leader is not replaced before the election timeout", e);
        }
      }
    }
  }

  private void replace(RatisLog log, RaftPeerId leader) {
    RaftServer.Division division = log.division();
    Position mine = log.position();
    Long fired = firedInTerm.get(log.index());
    if (fired != null && fired >= mine.term()) {
      return;
    }
    if (!isBest(log, leader, mine)) {
      pause(YIELD_MILLIS);
      if (division.getInfo().getCurrentTerm() != mine.term()) {
        return;
      }
    }
    firedInTerm.put(log.index(), mine.term());
    fire(log, leader);
  }

  private boolean isBest(RatisLog log, RaftPeerId leader, Position mine) {
    Map<String, CompletableFuture<Position>> others = new HashMap<>();
    for (Member member : log.members().current()) {
      String id = member.id();
      if (!id.equals(self) && !id.equals(leader.toString())) {
        others.put(id, calls.position(member.raftAddress(), log.index()));
      }
    }
    List<String> better = new ArrayList<>();
    others.forEach(
        (id, answer) -> {
          Position other =
              answer
                  .completeOnTimeout(mine, 100, TimeUnit.MILLISECONDS)
                  .exceptionally(e -> new Position(0, 0, 0, 0))
                  .join();
          int order = LOG_ORDER.compare(other, mine);
          if (order > 0 || (order == 0 && id.compareTo(self) < 0)) {
            better.add(id);
          }
        });
    return better.isEmpty();
  }

  private static final Comparator<Position> LOG_ORDER =
      Comparator.comparingLong(Position::lastTerm).thenComparingLong(Position::lastIndex);

  private void fire(RatisLog log, RaftPeerId leader) {
    RaftServer.Division division = log.division();
    Position last = log.position();
    StartLeaderElectionRequestProto request =
        StartLeaderElectionRequestProto.newBuilder()
            .setServerRequest(
                RaftRpcRequestProto.newBuilder()
                    .setRequestorId(leader.toByteString())
                    .setReplyId(division.getId().toByteString())
                    .setRaftGroupId(
                        ProtoUtils.toRaftGroupIdProtoBuilder(division.getMemberId().getGroupId())))
            .setLeaderLastEntry(
                TermIndexProto.newBuilder().setTerm(last.lastTerm()).setIndex(last.lastIndex()))
            .build();
    try {
      boolean accepted = server.startLeaderElection(request).getServerReply().getSuccess();
      LOG.atInfo()
          .setMessage(accepted ? "election started" : "the engine refused to start an election")
          .addKeyValue("group", division.getMemberId().getGroupId())
          .log();
    } catch (IOException e) {
      LOG.warn("could not start an election", e);
    } catch (RuntimeException e) {
      // The engine is neither follower nor candidate now: it could not write its vote.
      if (running) {
        fatal.accept(e);
      }
    }
  }

  private static void pause(long millis) {
    if (millis == 0) {
      return;
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    running = false;
    lines.values().forEach(Thread::interrupt);
  }
}
