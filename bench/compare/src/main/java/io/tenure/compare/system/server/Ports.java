package io.tenure.compare.system.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.BitSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports of the loopback interface. All are below the ephemeral port range of Linux, so that an
 * outgoing connection cannot occupy the port of a server that is being restarted.
 */
public final class Ports {
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int TRIES = 1_000;
  private static final int CONNECT_MILLIS = 1_000;

  /** Ports that were handed out, whether they are used yet or not; guarded by itself. */
  private static final BitSet GIVEN = new BitSet();

  private Ports() {}

  /** A free port. */
  public static int free() throws IOException {
    return free(1);
  }

  /**
   * Several consecutive free ports.
   *
   * @return the first of them
   */
  public static int free(int count) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int first = ThreadLocalRandom.current().nextInt(FIRST, LAST - count);
      if (take(first, count)) {
        return first;
      }
    }
    throw new IOException("no " + count + " free ports from " + FIRST + " to " + LAST);
  }

  private static boolean take(int first, int count) {
    synchronized (GIVEN) {
      int next = GIVEN.nextSetBit(first);
      if (next >= 0 && next < first + count) {
        return false;
      }
      for (int port = first; port < first + count; port++) {
        if (!isFree(port)) {
          return false;
        }
      }
      GIVEN.set(first, first + count);
      return true;
    }
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

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
