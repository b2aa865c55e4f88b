package io.tenure.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class PortsTest {
  @Test
  void noPortIsReturnedTwice() {
    int first = Ports.free(3);

    assertThat(Ports.free()).isNotIn(first, first + 1, first + 2);
  }

  @Test
  void portIsOpenWhileSomethingListens() throws IOException {
    int port = Ports.free();
    String address = "127.0.0.1:" + port;
    assertThat(Ports.isOpen(address)).isFalse();

    try (ServerSocket unused = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(Ports.isOpen(address)).isTrue();
    }
  }
}
