package io.tenure.compare.system.redis;

import io.tenure.compare.system.server.Insight;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** What the servers answer to {@code PING}. None leads, so the first that answers stands for it. */
final class RedlockInsight implements Insight {
  private static final int LIMIT_MILLIS = 2_000;

  private final List<Integer> ports;

  RedlockInsight(List<Integer> ports) {
    this.ports = ports;
  }

  @Override
  public boolean isWhole() {
    return ports.stream().allMatch(RedlockInsight::answers);
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
