package io.tenure.cli.server;

import io.tenure.cli.process.Signals;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.StartRefusedException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a node in the foreground until it fails or a signal stops the process. */
public final class RunningNode {
  private static final int HALTED = 130;

  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile @Nullable Node node;

  private RunningNode() {}

  /** Loads a server configuration. */
  public static ServerConfig configure(@Nullable Path file, Map<String, String> flags) {
    try {
      return ServerConfig.load(file, flags);
    } catch (StartRefusedException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Runs the node. Ends the process on a signal; returns only if the node failed to start or
   * stopped with an error.
   *
   * @param started called when the node accepts requests
   */
  static CommandFailedException run(ServerConfig config, Consumer<Node> started) {
    RunningNode running = new RunningNode();
    var unused = Signals.onEnding(signal -> running.stop());
    try {
      Node node = Node.start(config);
      running.node = node;
      started.accept(node);
      return new CommandFailedException("the node stopped: " + node.awaitFailure());
    } catch (StartRefusedException e) {
      return new CommandFailedException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CommandFailedException("interrupted", e);
    }
  }

  /**
   * The first signal stops the node in order; a second one halts the process. Acknowledged changes
   * are not lost in either case.
   */
  private void stop() {
    if (!stopping.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(HALTED);
    }
    Node current = node;
    if (current != null) {
      current.close();
    }
    System.exit(0);
  }
}
