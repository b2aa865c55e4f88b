package io.tenure.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free ports of the loopback interface. All are below the ephemeral port ranges of the usual
 * systems, so that an outgoing connection cannot occupy the port of a server that is restarted.
 */
public final class Ports {
  private static final int FIRST = 12_000;
  private static final int COUNT = 20_000;
  private static final int SPREAD = 97;
  private static final int CONNECT_MILLIS = 1_000;

  /** Processes that run at the same time start far from each other. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * SPREAD % COUNT));

  private Ports() {}

  /** A free port. None is returned twice before all others were. */
  public static int free() {
    return free(1);
  }

  /**
   * Several consecutive free ports.
   *
   * @return the first of them
   */
  public static int free(int count) {
    for (int tried = 0; tried < COUNT; tried += count) {
      int offset = Math.floorMod(NEXT.getAndAdd(count), COUNT);
      if (offset + count <= COUNT && areFree(FIRST + offset, count)) {
        return FIRST + offset;
      }
    }
    throw new IllegalStateException(
        "no %d consecutive free ports from %d to %d".formatted(count, FIRST, FIRST + COUNT - 1));
  }

  /** Whether something listens at an address, HOST:PORT. */
  public static boolean isOpen(String address) {
    int colon = address.lastIndexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.substring(0, colon), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean areFree(int first, int count) {
    for (int port = first; port < first + count; port++) {
      if (!isFree(port)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
