package io.tenure.testkit;

import io.tenure.client.Tenure;
import io.tenure.server.config.StartRefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The nodes of one service, their data, and their clients. Implements the two public classes. */
final class NodeGroup implements AutoCloseable {
  private static final AtomicInteger GROUPS = new AtomicInteger();
  private static final int MAX_NODES = 9;
  private static final int ATTEMPTS = 5;

  /** A single node need not wait for other candidates. */
  private static final Map<String, String> SINGLE_NODE =
      Map.of("election-timeout-min", "50ms", "election-timeout-max", "60ms");

  /**
   * Long enough that a leader stays leader through the pauses of a busy test machine. A leader that
   * is killed is replaced at once all the same.
   */
  private static final Map<String, String> SEVERAL_NODES =
      Map.of("election-timeout-min", "1s", "election-timeout-max", "2s");

  private final TemporaryFolder folder = TemporaryFolder.create();
  private final List<EmbeddedNode> nodes;
  private final Map<String, String> settings;
  private final Set<Tenure> clients = ConcurrentHashMap.newKeySet();

  /** Held while nodes are started or ended. */
  private final ReentrantLock lock = new ReentrantLock();

  private volatile boolean closed;

  private NodeGroup(int size) {
    String prefix = "t" + GROUPS.incrementAndGet() + ".";
    List<EmbeddedNode> all = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      String name = "n" + i;
      all.add(new EmbeddedNode(name, prefix + name, folder.path().resolve(name)));
    }
    nodes = List.copyOf(all);
    settings = size == 1 ? SINGLE_NODE : severalNodes(all);
  }

  private static Map<String, String> severalNodes(List<EmbeddedNode> all) {
    Map<String, String> settings = new HashMap<>(SEVERAL_NODES);
    settings.put("peers", all.stream().map(EmbeddedNode::asPeer).collect(Collectors.joining(",")));
    return Map.copyOf(settings);
  }

  /** Returns when one of the nodes leads. */
  static NodeGroup start(int size) {
    if (size < 1 || size > MAX_NODES) {
      throw new IllegalArgumentException("nodes: " + size + " (expected: 1 to " + MAX_NODES + ")");
    }
    for (int attempt = 1; true; attempt++) {
      NodeGroup group = new NodeGroup(size);
      try {
        group.startAll();
        return group;
      } catch (RuntimeException e) {
        group.close();
        // Another process may have taken a port that was free.
        boolean lacksPorts = group.nodes.stream().anyMatch(EmbeddedNode::lacksPorts);
        if (!lacksPorts || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** In parallel: the founding nodes of a cluster wait for each other. */
  private void startAll() {
    // Before several threads write to the log.
    LogLevels.suggest();
    ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
    try {
      var starting = new ExecutorCompletionService<@Nullable Void>(threads);
      for (EmbeddedNode node : nodes) {
        starting.submit(
            () -> {
              node.start(settings);
              return null;
            });
      }
      for (int i = 0; i < nodes.size(); i++) {
        starting.take().get();
      }
      Leaders.await(nodes);
    } catch (ExecutionException e) {
      throw notStarted(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      awaitEnd(threads);
    }
  }

  /** Interrupts nodes that wait for one that has failed, and waits until they have stopped. */
  private static void awaitEnd(ExecutorService threads) {
    threads.shutdownNow();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static IllegalStateException notStarted(Throwable why) {
    return new IllegalStateException("the test service did not start: " + why.getMessage(), why);
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while waiting for the test service", e);
  }

  Path folder() {
    return folder.path();
  }

  List<String> names() {
    return nodes.stream().map(EmbeddedNode::name).toList();
  }

  List<String> endpoints() {
    return nodes.stream().map(EmbeddedNode::endpoint).toList();
  }

  private EmbeddedNode node(String name) {
    return nodes.stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "node: " + name + " (expected: one of " + names() + ")"));
  }

  boolean isClosed() {
    return closed;
  }

  boolean isRunning(String name) {
    EmbeddedNode node = node(name);
    lock.lock();
    try {
      return node.isRunning();
    } finally {
      lock.unlock();
    }
  }

  // -------------------------------------------------------------------------------- clients

  Tenure connect(UnaryOperator<Tenure.Builder> settingsOfClient) {
    return locked(
        () -> {
          Tenure client = settingsOfClient.apply(Tenure.builder().endpoints(endpoints())).connect();
          clients.add(client);
          return client;
        });
  }

  void disconnect(Tenure client) {
    clients.remove(client);
    client.close();
  }

  /** In parallel: a client that cannot reach the service takes a while to close. */
  private void disconnectAll() {
    CompletableFuture<?>[] closing =
        clients.stream()
            .map(client -> CompletableFuture.runAsync(() -> disconnect(client)))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(closing).join();
  }

  // ---------------------------------------------------------------------------- starting and
  // ending

  private interface Action<T> {
    T run() throws InterruptedException, StartRefusedException;
  }

  /** Runs the action under the lock, unless the service is closed. */
  private <T> T locked(Action<T> action) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the test service is closed");
      }
      return action.run();
    } catch (StartRefusedException e) {
      throw notStarted(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  String leader() {
    return locked(() -> Leaders.await(majority()).name());
  }

  private List<EmbeddedNode> majority() {
    List<EmbeddedNode> running = running();
    if (!isMajority(running)) {
      throw new IllegalStateException(
          "running: %d of %d nodes (expected: %d or more)"
              .formatted(running.size(), nodes.size(), nodes.size() / 2 + 1));
    }
    return running;
  }

  private List<EmbeddedNode> running() {
    return nodes.stream().filter(EmbeddedNode::isRunning).toList();
  }

  private boolean isMajority(List<EmbeddedNode> some) {
    return some.size() > nodes.size() / 2;
  }

  String killLeader() {
    return locked(
        () -> {
          EmbeddedNode leader = Leaders.await(majority());
          leader.kill();
          return leader.name();
        });
  }

  void kill(String name) {
    EmbeddedNode node = node(name);
    locked(
        () -> {
          node.kill();
          return node;
        });
  }

  /** Stops the node if it runs, and starts it. Returns when there is a leader, if there can be. */
  void restart(String name) {
    EmbeddedNode node = node(name);
    locked(
        () -> {
          node.stop();
          LogLevels.suggest();
          node.start(settings);
          List<EmbeddedNode> running = running();
          return isMajority(running) ? Leaders.await(running) : node;
        });
  }

  /** Clients first, so that they can release what they hold. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      disconnectAll();
      nodes.forEach(EmbeddedNode::kill);
      CompletableFuture<?>[] ends =
          nodes.stream().map(EmbeddedNode::end).toArray(CompletableFuture<?>[]::new);
      var unused = CompletableFuture.allOf(ends).whenComplete((done, thrown) -> folder.delete());
    } finally {
      lock.unlock();
    }
  }
}
