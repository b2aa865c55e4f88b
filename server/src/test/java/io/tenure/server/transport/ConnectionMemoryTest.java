package io.tenure.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.tenure.server.api.TestCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that send parts of messages and never the rest. */
@Timeout(60)
final class ConnectionMemoryTest {
  private static final int MIB = 1 << 20;
  private static final int MOST = 8 * MIB;
  private static final int FRAME = 16 << 10;

  private final BlockingQueue<Throwable> fatal = new LinkedBlockingQueue<>();
  private final Transport transport = new Transport(2, fatal::add, MOST);
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .bossEventLoopGroup(transport.acceptor())
            .workerEventLoopGroup(transport.workers())
            .channelFactory(transport::newServerChannel)
            .directExecutor()
            .maxInboundMessageSize(MIB)
            .addService(new HealthStatusManager().getHealthService())
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
    transport.close();
  }

  private ServingStatus check() {
    return HealthGrpc.newBlockingStub(channel)
        .withDeadlineAfter(30, TimeUnit.SECONDS)
        .check(HealthCheckRequest.getDefaultInstance())
        .getStatus();
  }

  @Test
  void connectionWithTheMostUnfinishedMessagesIsClosed() throws Exception {
    assertThat(check()).isEqualTo(ServingStatus.SERVING);
    try (Socket modest = connect();
        Socket greedy = connect()) {
      sendPart(modest, 1, 64 << 10);

      for (int call = 0; call < 2 * MOST / MIB; call++) {
        try {
          sendPart(greedy, 2 * call + 1, MIB - FRAME);
        } catch (IOException closed) {
          break;
        }
      }

      greedy.setSoTimeout(30_000);
      awaitClosed(greedy);
      assertThat(check()).isEqualTo(ServingStatus.SERVING);
      TestCluster.await(() -> transport.connectionBytes() < MIB);
      assertThat(transport.connectionBytes()).isGreaterThanOrEqualTo(64 << 10);
      modest.getOutputStream().write(frame(0, 0, new byte[FRAME], 1)); // It is still there.
    }
    TestCluster.await(() -> transport.connectionBytes() == 0);
    assertThat(fatal).isEmpty();
  }

  @Test
  void whatIsFinishedTakesNoMemory() {
    IntStream.range(0, 100).forEach(i -> check());

    TestCluster.await(() -> transport.connectionBytes() == 0);
    assertThat(fatal).isEmpty();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
    socket
        .getOutputStream()
        .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(frame(4, 0, new byte[0], 0)); // SETTINGS
    return socket;
  }

  /** Begins a call whose message is longer than what is sent of it. */
  private static void sendPart(Socket socket, int stream, int bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(frame(1, 4, headers(), stream)); // HEADERS, END_HEADERS
    ByteBuffer first = ByteBuffer.allocate(FRAME);
    first.put((byte) 0).putInt(MIB - 5);
    out.write(frame(0, 0, first.array(), stream)); // DATA
    for (int sent = FRAME; sent < bytes; sent += FRAME) {
      out.write(frame(0, 0, new byte[FRAME], stream));
    }
    out.flush();
  }

  private static byte[] headers() {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(new byte[] {(byte) 0x83, (byte) 0x86}); // POST, http
    literal(block, new byte[] {4}, "/grpc.health.v1.Health/Check");
    literal(block, new byte[] {1}, "localhost");
    literal(block, new byte[] {0x0f, 0x10}, "application/grpc");
    literal(block, new byte[] {0, 2, 't', 'e'}, "trailers");
    return block.toByteArray();
  }

  private static void literal(ByteArrayOutputStream block, byte[] name, String value) {
    block.writeBytes(name);
    block.write(value.length());
    block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] frame(int type, int flags, byte[] payload, int stream) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** In whatever way the other side closes it. */
  private static void awaitClosed(Socket socket) {
    try {
      byte[] some = new byte[1 << 16];
      int read = 0;
      while (read >= 0) {
        read = socket.getInputStream().read(some);
      }
    } catch (IOException reset) {
      assertThat(reset).isNotInstanceOf(SocketTimeoutException.class);
    }
  }
}
