package io.tenure.server.raft.ratis;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;

/**
 * The engine's gRPC channels, through which nodes ask each other for votes and hand leadership
 * over; entries have connections of their own. A channel to a node that is down tries to connect
 * less and less often, at last every two minutes, and meanwhile fails every call at once: when the
 * node is back, nobody would get its vote until then. One whose connection leads nowhere since the
 * network was cut is not better. So a channel through which a call has failed is replaced.
 */
final class VoteChannels {
  private final RaftServer server;
  private final List<RatisLog> logs;
  private final FailedCalls failed;

  /** Closing a channel may take seconds. */
  private final Executor closing;

  /** How many calls to it had failed when a node's channel was replaced. */
  private final Map<RaftPeerId, Long> replacedAt = new HashMap<>();

  VoteChannels(RaftServer server, List<RatisLog> logs, FailedCalls failed, Executor closing) {
    this.server = server;
    this.logs = logs;
    this.failed = failed;
    this.closing = closing;
  }

  /** To be called every second, by one thread. */
  void replaceFailed() {
    for (RatisLog log : logs) {
      for (RaftPeer peer : log.division().getRaftConf().getAllPeers()) {
        long failures = failed.to(peer.getAddress());
        if (failures > replacedAt.getOrDefault(peer.getId(), 0L)) {
          replacedAt.put(peer.getId(), failures);
          closing.execute(() -> replace(server, peer.getId()));
        }
      }
    }
  }

  /** The next call to that node connects anew. */
  static void replace(RaftServer server, RaftPeerId peer) {
    server.getServerRpc().handleException(peer, new IOException("a new channel is wanted"), true);
  }
}
