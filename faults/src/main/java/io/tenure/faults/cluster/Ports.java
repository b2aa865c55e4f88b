package io.tenure.faults.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Random;

/**
 * Ports of loopback that are free. Below those that Linux gives to outgoing connections, so that
 * nobody has it when a server that was killed wants it back.
 */
final class Ports {
  private static final int FIRST = 20_000;
  private static final int LAST = 32_000;
  private static final int TRIES = 1_000;

  private Ports() {}

  /**
   * Some in a row, which start at a multiple of their number: two runs that do not see each other's
   * get the same ones or others, but never some of the same.
   *
   * @return the first of them
   */
  static int free(int count) throws IOException {
    Random random = new Random();
    for (int i = 0; i < TRIES; i++) {
      int first = FIRST + random.nextInt((LAST - FIRST) / count) * count;
      boolean free = true;
      for (int port = first; port < first + count && free; port++) {
        free = isFree(port);
      }
      if (free) {
        return first;
      }
    }
    throw new IOException("no " + count + " free ports from " + FIRST + " to " + LAST);
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
