package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.raft.HostAndPort;
import io.tenure.server.raft.ratis.EngineCluster.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class VoteChannelsTest {
  /** Several times as many as there would be in the time that is waited for each of them. */
  private static final int ATTEMPTS = 8;

  private static final int PATIENCE_MILLIS = 8_000;

  @TempDir Path directory;

  @Test
  void nodeThatLeadsNobodyGoesOnTryingToReachTheOthers() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3);
        ServerSocket gone = new ServerSocket()) {
      Node leader = cluster.leader();
      Node lonely = cluster.followers().get(0);
      String other = cluster.followers().get(1).id;
      cluster.stop(other);
      cluster.stop(leader.id);
      int port = HostAndPort.parse(cluster.member(other).raftAddress()).port();
      gone.setSoTimeout(PATIENCE_MILLIS);
      gone.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));

      for (int i = 0; i < ATTEMPTS; i++) {
        awaitAttempt(gone);
      }

      assertThat(lonely.shard().leadership().leads()).isFalse();
    }
  }

  /** One through gRPC: it is looked in other ways, too, whether somebody is there. */
  private static void awaitAttempt(ServerSocket gone) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    boolean found = false;
    while (!found) {
      assertThat(System.nanoTime()).as("time to wait for an attempt").isLessThan(deadline);
      try (Socket attempt = gone.accept()) {
        attempt.setSoTimeout(1_000);
        found = attempt.getInputStream().read() == 'P';
      } catch (SocketTimeoutException silent) {
        found = false;
      }
    }
  }
}
