package io.tenure.cli;

import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.StartRefusedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A node in this process, with real sockets and a real disk. */
public final class LocalService implements AutoCloseable {
  private final Node node;

  private LocalService(Node node) {
    this.node = node;
  }

  public static LocalService start(Path data) {
    return start(data, Map.of());
  }

  static LocalService start(Path data, Map<String, String> settings) {
    Map<String, String> flags =
        new HashMap<>(
            Map.of("data", data.toString(), "listen", "127.0.0.1:0", "log-level", "error"));
    flags.putAll(settings);
    try {
      return new LocalService(Node.start(ServerConfig.load(null, flags)));
    } catch (StartRefusedException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public String address() {
    return node.address();
  }

  @Override
  public void close() {
    node.close();
  }
}
