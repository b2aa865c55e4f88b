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
 * A node in this process that is killed and comes back, always with the same addresses and data.
 * For one thread at a time, except for what never changes.
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
   * @param name what the user calls it
   * @param id what it is called by the service: no other in this process may have it, because the
   *     engine keeps some things by it that belong to the process
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

  /** As in the setting {@code peers}. */
  String asPeer() {
    return id + "=" + endpoint() + "/" + raftPort;
  }

  /** Whether somebody else has taken its ports. To be asked when it does not run. */
  boolean lacksPorts() {
    return !Ports.isFree(port) || !Ports.isFree(raftPort);
  }

  boolean isRunning() {
    return node != null;
  }

  /**
   * Returns when it takes calls.
   *
   * @param settings besides those that every node has
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
      throw new IllegalStateException(name + " has not ended", e);
    }
  }

  /** In good order: who is connected is told, and leadership handed over. Does not run then. */
  void stop() {
    Node stopping = node;
    node = null;
    if (stopping != null) {
      stopping.close();
    }
  }

  /**
   * Returns when its connections are broken and its ports closed. Its files stay open a little
   * longer; see {@link #end}.
   */
  void kill() {
    Node dying = node;
    node = null;
    if (dying != null) {
      CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
      end = over;
      Thread thread = new Thread(() -> kill(dying, over), "tenure-testkit-kill-" + name);
      thread.setDaemon(true);
      thread.start();
      awaitRefusal(port, over);
      awaitRefusal(raftPort, over);
    }
  }

  /** Completed when the last life of the node is over and its data is free. */
  CompletableFuture<@Nullable Void> end() {
    return end;
  }

  private static void kill(Node dying, CompletableFuture<@Nullable Void> over) {
    try {
      dying.kill();
    } finally {
      over.complete(null);
    }
  }

  private static void awaitRefusal(int port, CompletableFuture<?> over) {
    while (!over.isDone() && !Ports.refuses(port)) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
