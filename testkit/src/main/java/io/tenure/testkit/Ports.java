package io.tenure.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds free ports for nodes that are killed and restarted. The ports are below the range of
 * outgoing connections: otherwise a client that keeps connecting to a dead node could be given the
 * node's port for its own end.
 */
final class Ports {
  static final String HOST = "127.0.0.1";

  private static final int FIRST = 12_000;
  private static final int COUNT = 20_000;
  private static final int STRIDE = 211;
  private static final int CONNECT_MILLIS = 1_000;

  /** Test processes that run in parallel start far from each other. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * STRIDE % COUNT));

  private Ports() {}

  /** Nothing listens on it now. Returns no port again before all others were returned. */
  static int next() {
    for (int tried = 0; tried < COUNT; tried++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "ports %d to %d: all are in use (expected: a free one)"
            .formatted(FIRST, FIRST + COUNT - 1));
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address(port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  /** Whether connections are refused, because nothing listens any more. */
  static boolean refuses(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(address(port), CONNECT_MILLIS);
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  /** Without a name lookup. */
  static InetSocketAddress address(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }
}
