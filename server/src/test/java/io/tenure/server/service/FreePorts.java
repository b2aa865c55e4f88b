package io.tenure.server.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports that nobody listens on, below those that the system gives to outgoing connections: a node
 * that stops and starts again finds its port free.
 */
public final class FreePorts {
  private static final int FIRST = 12_000;
  private static final int LAST = 32_000;
  private static final int SPREAD = 97;

  /** Processes that run at the same time begin at different places. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * SPREAD % (LAST - FIRST)));

  private FreePorts() {}

  /** Never the same twice before all others had their turn. */
  public static int next() {
    for (int attempts = 0; attempts < LAST - FIRST; attempts++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), LAST - FIRST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
