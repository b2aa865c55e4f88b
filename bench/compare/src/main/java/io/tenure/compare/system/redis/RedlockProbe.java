package io.tenure.compare.system.redis;

import io.tenure.compare.system.server.ClusterProbe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Sends {@code PING} to the servers. None leads: the first that answers counts as the leader. */
final class RedlockProbe implements ClusterProbe {
  private static final int LIMIT_MILLIS = 2_000;

  private final List<Integer> ports;

  RedlockProbe(List<Integer> ports) {
    this.ports = ports;
  }

  @Override
  public boolean isComplete() {
    return ports.stream().allMatch(RedlockProbe::answers);
  }

  @Override
  public OptionalInt leader() {
    return IntStream.range(0, ports.size()).filter(node -> answers(ports.get(node))).findFirst();
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      byte[] answer = socket.getInputStream().readNBytes("+PONG".length());
      return new String(answer, StandardCharsets.US_ASCII).equals("+PONG");
    } catch (IOException e) {
      return false;
    }
  }
}
