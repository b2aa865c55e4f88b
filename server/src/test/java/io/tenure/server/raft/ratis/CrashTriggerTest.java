package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.raft.HostAndPort;
import io.tenure.raft.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class CrashTriggerTest {
  private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Of the lines and of the engine's own connections; without pauses there are many thousands. */
  private static final int MANY = 1_000;

  @TempDir Path directory;

  @Test
  void portThatAcceptsAndClosesIsNotConnectedToWithoutAPause() throws Exception {
    try (EngineCluster cluster = new EngineCluster(directory, 3)) {
      String gone = cluster.followers().get(0).id;
      cluster.stop(gone);

      int connections = countConnections(cluster.member(gone));

      assertThat(connections).isPositive().isLessThan(MANY);
    }
  }

  /** In the place of a member, as a proxy whose target is gone: accepts and closes. */
  private static int countConnections(Member member) throws IOException {
    int port = HostAndPort.parse(member.raftAddress()).port();
    int connections = 0;
    long began = System.nanoTime();
    try (ServerSocket proxy = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      proxy.setSoTimeout(100);
      while (System.nanoTime() - began < WATCHED_NANOS) {
        try (Socket accepted = proxy.accept()) {
          assertThat(accepted.isConnected()).isTrue();
          connections++;
        } catch (SocketTimeoutException none) {
          assertThat(proxy.isClosed()).isFalse();
        }
      }
    }
    return connections;
  }
}
