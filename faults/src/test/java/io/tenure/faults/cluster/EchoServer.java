package io.tenure.faults.cluster;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * A process that answers datagrams: {@code echo} with the same, {@code try HOST} with what came of
 * asking another one for an echo.
 */
public final class EchoServer {
  static final int PORT = 7_007;
  private static final int PATIENCE_MILLIS = 500;

  private EchoServer() {}

  public static void main(String[] arguments) throws IOException {
    try (DatagramSocket socket = new DatagramSocket(PORT)) {
      System.out.println("ready");
      while (true) {
        DatagramPacket packet = new DatagramPacket(new byte[500], 500);
        socket.receive(packet);
        String text = text(packet);
        String answer = text.startsWith("try ") ? "" + hears(text.substring(4)) : text;
        send(socket, answer, packet.getSocketAddress());
      }
    }
  }

  /** Whether a question and its answer both arrive. */
  static boolean hears(String host) throws IOException {
    return ask(host, "echo", PATIENCE_MILLIS).equals("echo");
  }

  /** Empty if there is no answer. */
  public static String ask(String host, String question, int millis) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.setSoTimeout(millis);
      send(socket, question, new InetSocketAddress(host, PORT));
      DatagramPacket packet = new DatagramPacket(new byte[500], 500);
      socket.receive(packet);
      return text(packet);
    } catch (SocketTimeoutException e) {
      return "";
    }
  }

  private static void send(DatagramSocket socket, String text, SocketAddress to)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    socket.send(new DatagramPacket(bytes, bytes.length, to));
  }

  private static String text(DatagramPacket packet) {
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
  }
}
