package io.tenure.faults.work.resource;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client's connection to the {@link ResourceServer}. For one thread. */
public final class ResourceClient implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;
  private final Writer out;

  private ResourceClient(Socket socket, BufferedReader in, Writer out) {
    this.socket = socket;
    this.in = in;
    this.out = out;
  }

  /**
   * Connects.
   *
   * @param address HOST:PORT
   * @param client its name, without spaces
   */
  public static ResourceClient connect(String address, String client) throws IOException {
    int colon = address.lastIndexOf(':');
    Socket socket =
        new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    socket.setTcpNoDelay(true);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    ResourceClient resources = new ResourceClient(socket, in, writer(socket));
    resources.ask("IAM " + client);
    return resources;
  }

  static Writer writer(Socket socket) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** Uses the fenced resource. Returns whether it let that happen. */
  boolean use(String key, long token) {
    return ask("USE " + key + " " + token);
  }

  /** Begins to use the unfenced resource. */
  public void begin(String key, long token) {
    ask("BEGIN " + key + " " + token);
  }

  public void end(String key) {
    ask("END " + key);
  }

  private boolean ask(String line) {
    try {
      out.write(line + "\n");
      out.flush();
      String answer = in.readLine();
      if (answer == null) {
        throw new IOException("the resource server is closed");
      }
      return answer.equals("YES");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
