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

/** Runs a node in the foreground, until it breaks or somebody asks the process to end. */
public final class RunningNode {
  private static final int HALTED = 130;

  private final AtomicBoolean ending = new AtomicBoolean();
  private volatile @Nullable Node node;

  private RunningNode() {}

  /** Reads a configuration, as the server does. */
  public static ServerConfig configure(@Nullable Path file, Map<String, String> flags) {
    try {
      return ServerConfig.load(file, flags);
    } catch (StartRefusedException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Does not return: ends the process, or throws why the node did not start or could not go on.
   *
   * @param started hears of the node when it takes calls
   */
  static CommandFailedException run(ServerConfig config, Consumer<Node> started) {
    RunningNode serving = new RunningNode();
    var unused = Signals.onEnding(signal -> serving.end());
    try {
      Node node = Node.start(config);
      serving.node = node;
      started.accept(node);
      return new CommandFailedException("the node stopped: " + node.awaitFailure());
    } catch (StartRefusedException e) {
      return new CommandFailedException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CommandFailedException("interrupted", e);
    }
  }

  /** The second time nobody wants to wait any more. Nothing that was acknowledged is lost. */
  private void end() {
    if (!ending.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(HALTED);
    }
    Node running = node;
    if (running != null) {
      running.close();
    }
    System.exit(0);
  }
}
