package io.tenure.testkit;

import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.StartRefusedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A node in this process that can be killed and restarted. Its addresses and its data stay the
 * same. Not for several threads at once, except for what never changes.
 */
final class EmbeddedNode {
  private static final long END_SECONDS = 30;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final String name;
  private final String id;
  private final Path data;
  private final int port = Ports.next();
  private final int raftPort = Ports.next();
  private @Nullable Node node;
  private CompletableFuture<@Nullable Void> end = CompletableFuture.completedFuture(null);

  /**
   * A node that does not run yet.
   *
   * @param name its name in the API
   * @param id its id in the service; unique in this process, because the engine has static state
   *     that is keyed by it
   */
  EmbeddedNode(String name, String id, Path data) {
    this.name = name;
    this.id = id;
    this.data = data;
  }

  String name() {
    return name;
  }

  String id() {
    return id;
  }

  String endpoint() {
    return Ports.HOST + ":" + port;
  }

  /** As the setting {@code peers} has it. */
  String asPeer() {
    return id + "=" + endpoint() + "/" + raftPort;
  }

  /** Whether another process has taken one of its ports. Asked only while it does not run. */
  boolean lacksPorts() {
    return !Ports.isFree(port) || !Ports.isFree(raftPort);
  }

  boolean isRunning() {
    return node != null;
  }

  /**
   * Returns when it accepts calls.
   *
   * @param settings in addition to those that every node has
   */
  void start(Map<String, String> settings) throws StartRefusedException, InterruptedException {
    awaitEnd();
    Map<String, String> all = new HashMap<>(settings);
    all.put("data", data.toString());
    all.put("id", id);
    all.put("listen", endpoint());
    all.put("raft-listen", Ports.HOST + ":" + raftPort);
    all.put("http-listen", "off");
    all.put("min-free", "0B");
    all.put("warm-up", "false");
    node = Node.embed(ServerConfig.load(null, all));
  }

  private void awaitEnd() throws InterruptedException {
    try {
      end.get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "node " + name + " did not end within " + END_SECONDS + " s", e);
    }
  }

  /** Shuts it down: it tells its clients and hands leadership over. */
  void stop() {
    Node stopping = node;
    node = null;
    if (stopping != null) {
      stopping.close();
    }
  }

  /**
   * Ends it without a shutdown. Returns when its connections are broken and its ports are closed;
   * its files stay open a little longer, see {@link #end}.
   */
  void kill() {
    Node killed = node;
    node = null;
    if (killed != null) {
      CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
      end = ended;
      Thread thread = new Thread(() -> kill(killed, ended), "tenure-testkit-kill-" + name);
      thread.setDaemon(true);
      thread.start();
      awaitRefusal(port, ended);
      awaitRefusal(raftPort, ended);
    }
  }

  /** Completed when the node has ended and its files are closed. */
  CompletableFuture<@Nullable Void> end() {
    return end;
  }

  private static void kill(Node killed, CompletableFuture<@Nullable Void> ended) {
    try {
      killed.kill();
    } finally {
      ended.complete(null);
    }
  }

  private static void awaitRefusal(int port, CompletableFuture<?> ended) {
    while (!ended.isDone() && !Ports.refuses(port)) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
