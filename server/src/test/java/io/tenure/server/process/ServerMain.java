package io.tenure.server.process;

import io.tenure.server.Node;
import io.tenure.server.ServerConfig;
import io.tenure.server.StartRefusedException;
import java.util.HashMap;
import java.util.Map;

/**
 * A node in the foreground; arguments are settings, as {@code name=value}. Ends with 0 when it is
 * asked to end, and with 1 when it may not start or cannot go on.
 */
public final class ServerMain {
  private ServerMain() {}

  public static void main(String[] args) throws InterruptedException {
    Map<String, String> flags = new HashMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      flags.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
    try {
      Node node = Node.start(ServerConfig.load(null, flags));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(node)));
      fail("the node stopped: " + node.awaitFailure());
    } catch (StartRefusedException e) {
      fail("refused to start: " + e.getMessage());
    }
  }

  private static void end(Node node) {
    node.close();
    Runtime.getRuntime().halt(0);
  }

  /** Without the hook above: nothing is handed over by a node that is broken. */
  private static void fail(String message) {
    System.err.println(message);
    System.err.flush();
    Runtime.getRuntime().halt(1);
  }
}
