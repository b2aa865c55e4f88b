package io.tenure.server.service.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.tenure.harness.Await;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("full")
final class SilentConnectionsTest {
  private static final int MOST = 10_000;

  /** Files that the rest of the process may want. */
  private static final int RESERVE = 1_000;

  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  /** As many as this process may open, with both of their ends in it. */
  private static int possible() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? (int)
            Math.min(
                MOST,
                (system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - RESERVE)
                    / 2)
        : RESERVE;
  }

  @Test
  void thousandsOfSilentConnectionsHinderNobodyAndAreClosed() throws IOException {
    TestClient client = SERVICE.client();
    TestSession session = TestSession.open(client);
    String[] address = SERVICE.node().address().split(":");
    InetSocketAddress server = new InetSocketAddress(address[0], Integer.parseInt(address[1]));
    List<SocketChannel> silent = new ArrayList<>();
    try {
      int count = possible();
      for (int i = 0; i < count; i++) {
        silent.add(SocketChannel.open(server));
      }

      for (int i = 0; i < 100; i++) {
        session.release(session.hold("/loud"));
      }

      for (SocketChannel each : silent) {
        each.configureBlocking(false);
        Await.until("it is closed", () -> isClosed(each));
      }
      assertThat(session.release(session.hold("/loud")).hasReleased()).isTrue();
    } finally {
      for (SocketChannel each : silent) {
        each.close();
      }
    }
  }

  /** The server may have begun to speak before it gave up. */
  private static boolean isClosed(SocketChannel channel) {
    try {
      ByteBuffer buffer = ByteBuffer.allocate(1_024);
      int read;
      do {
        read = channel.read(buffer.clear());
      } while (read > 0);
      return read < 0;
    } catch (IOException reset) {
      return true;
    }
  }
}
