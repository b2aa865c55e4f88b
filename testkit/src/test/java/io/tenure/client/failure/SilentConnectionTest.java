package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Tenure;
import io.tenure.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Connections that drop all data and never break, as after the restart of a stateful firewall. */
final class SilentConnectionTest {

  @Test
  void silentConnectionIsReplaced() throws Exception {
    try (TestServer server = TestServer.start();
        SwallowingProxy proxy = new SwallowingProxy(server.endpoint());
        Tenure tenure =
            Tenure.builder().endpoints(proxy.endpoint()).ttl(Duration.ofSeconds(30)).connect()) {
      List<Loss> losses = new CopyOnWriteArrayList<>();
      Hold hold = tenure.lock("/silent").acquire().onLost(losses::add);

      proxy.swallow();
      tenure.lock("/other").acquire().release();

      assertThat(hold.isValid()).isTrue();
      assertThat(losses).isEmpty();
      assertThat(proxy.connections()).isGreaterThan(1);
    }
  }

  /** Forwards all data, until it is told to drop the data of its present connections. */
  private static final class SwallowingProxy implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final String target;
    private volatile int swallowed;

    SwallowingProxy(String target) throws IOException {
      this.target = target;
      start(this::accept);
    }

    String endpoint() {
      return "127.0.0.1:" + listener.getLocalPort();
    }

    int connections() {
      return connections.get();
    }

    void swallow() {
      swallowed = connections.get();
    }

    private static void start(Runnable task) {
      Thread thread = new Thread(task, "swallowing-proxy");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      try {
        while (true) {
          Socket client = listener.accept();
          int colon = target.lastIndexOf(':');
          Socket server =
              new Socket(
                  InetAddress.getLoopbackAddress(), Integer.parseInt(target.substring(colon + 1)));
          sockets.add(client);
          sockets.add(server);
          int number = connections.incrementAndGet();
          start(() -> pump(client, server, number));
          start(() -> pump(server, client, number));
        }
      } catch (IOException closed) {
        // The test is over.
      }
    }

    private void pump(Socket from, Socket to, int number) {
      byte[] buffer = new byte[8_192];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          if (number > swallowed) {
            out.write(buffer, 0, n);
            out.flush();
          }
        }
      } catch (IOException closed) {
        // One side is gone.
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
