package io.tenure.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A way to a service that can be cut: from then on everything sent on it disappears, also on new
 * connections, and nothing is closed. Others still reach the service at its own address.
 */
public final class CuttableProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean cut;

  private CuttableProxy(ServerSocket listener, int target) {
    this.listener = listener;
    this.target = target;
  }

  public static CuttableProxy to(String address) {
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    try {
      CuttableProxy proxy =
          new CuttableProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
      start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  public void cut() {
    cut = true;
  }

  /** Closes all connections; new ones are taken. */
  void hangUp() {
    try {
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "cuttable-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(server);
        start(() -> pump(client, server));
        start(() -> pump(server, client));
      }
    } catch (IOException closed) {
      return; // The test is over.
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[8_192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (!cut) {
          out.write(buffer, 0, n);
          out.flush();
        }
      }
    } catch (IOException closed) {
      return; // One side is gone.
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    hangUp();
  }
}
