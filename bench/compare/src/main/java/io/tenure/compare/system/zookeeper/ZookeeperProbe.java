package io.tenure.compare.system.zookeeper;

import io.tenure.compare.system.server.ClusterProbe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Sends {@code srvr} to the servers: only those that take part answer with a mode. */
final class ZookeeperProbe implements ClusterProbe {
  private static final int LIMIT_MILLIS = 2_000;

  private final List<Integer> ports;

  ZookeeperProbe(List<Integer> ports) {
    this.ports = ports;
  }

  @Override
  public boolean isComplete() {
    List<String> modes = ports.stream().map(ZookeeperProbe::mode).toList();
    return modes.contains("leader")
        && modes.stream().allMatch(mode -> mode.equals("leader") || mode.equals("follower"));
  }

  @Override
  public OptionalInt leader() {
    return IntStream.range(0, ports.size())
        .filter(node -> mode(ports.get(node)).equals("leader"))
        .findFirst();
  }

  /** Empty if it has none. */
  private static String mode(int port) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer
          .lines()
          .filter(line -> line.startsWith("Mode: "))
          .map(line -> line.substring("Mode: ".length()).strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
