package io.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.server.config.StartRefusedException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedNodeTest {
  @TempDir private Path folder;

  @Test
  void nodeWhosePortsAreTakenDoesNotStart() throws IOException {
    EmbeddedNode node = new EmbeddedNode("n1", "taken.n1", folder);
    String peer = node.asPeer();
    int port = Integer.parseInt(peer.substring(peer.indexOf(':') + 1, peer.indexOf('/')));
    int raftPort = Integer.parseInt(peer.substring(peer.indexOf('/') + 1));

    for (int taken : new int[] {port, raftPort}) {
      try (ServerSocket other = new ServerSocket()) {
        other.bind(Ports.address(taken));

        assertThatThrownBy(() -> node.start(Map.of())).isInstanceOf(StartRefusedException.class);
        assertThat(node.lacksPorts()).isTrue();
      }
      assertThat(node.lacksPorts()).isFalse();
    }
  }
}
