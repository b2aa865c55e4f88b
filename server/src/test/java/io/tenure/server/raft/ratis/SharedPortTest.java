package io.tenure.server.raft.ratis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Outcome.SessionOpened;
import io.tenure.raft.HostAndPort;
import io.tenure.server.raft.ratis.wire.OpenWires;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The port of the engine, which takes gRPC and connections for entries. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("full")
final class SharedPortTest {
  private static final byte[] GREETING = "TENURE-1".getBytes(US_ASCII);

  @TempDir private Path directory;
  private EngineCluster cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = new EngineCluster(directory, 3);
  }

  @AfterEach
  void stop() throws IOException {
    cluster.close();
  }

  @Test
  void entriesHaveConnectionsOfTheirOwn() throws Exception {
    propose(1);

    EngineCluster.await(() -> OpenWires.count() >= 2);
  }

  @Test
  void greetingIsReturnedEvenIfItComesInPieces() throws Exception {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      socket.setTcpNoDelay(true);
      for (byte each : GREETING) {
        out.write(each);
        out.flush();
      }

      assertThat(socket.getInputStream().readNBytes(GREETING.length)).isEqualTo(GREETING);
    }
  }

  @Test
  void frameOfImpossibleLengthEndsTheConnection() throws Exception {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(GREETING);
      socket.getOutputStream().write(new byte[] {127, 0, 0, 0, 1, 2, 3});

      requireEnd(socket);
    }
    propose(2);
  }

  @Test
  void frameThatIsNoRequestEndsTheConnection() throws Exception {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(GREETING);
      socket.getOutputStream().write(new byte[] {0, 0, 0, 4, -1, -1, -1, -1});

      requireEnd(socket);
    }
    propose(3);
  }

  @Test
  void strangersAreSentAway() throws Exception {
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));

      requireEnd(socket);
    }
    propose(4);
  }

  private Socket connect() throws IOException {
    HostAndPort address = HostAndPort.parse(cluster.member("n1").raftAddress());
    return new Socket(address.host(), address.port());
  }

  private static void requireEnd(Socket socket) throws IOException {
    try {
      socket.getInputStream().readAllBytes();
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  private void propose(long nonce) {
    assertThat(cluster.apply(new OpenSession(nonce, 10_000, "test")))
        .isInstanceOf(SessionOpened.class);
  }
}
