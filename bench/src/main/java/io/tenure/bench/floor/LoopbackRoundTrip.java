package io.tenure.bench.floor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends a byte over the loopback interface to another thread, which sends it back. */
final class LoopbackRoundTrip implements Step {
  private final Socket near;
  private final Socket far;

  LoopbackRoundTrip() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      near = new Socket(server.getInetAddress(), server.getLocalPort());
      far = server.accept();
    }
    near.setTcpNoDelay(true);
    far.setTcpNoDelay(true);
    Step.thread(this::echo).start();
  }

  private void echo() {
    try {
      for (int one = far.getInputStream().read(); one >= 0; one = far.getInputStream().read()) {
        far.getOutputStream().write(one);
      }
    } catch (IOException e) {
      // The step was closed.
    }
  }

  @Override
  public void once() throws IOException {
    near.getOutputStream().write(1);
    if (near.getInputStream().read() < 0) {
      throw new IOException("loopback: connection closed");
    }
  }

  @Override
  public void close() throws IOException {
    near.close();
    far.close();
  }
}
