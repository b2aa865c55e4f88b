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

/** The nodes of one service, their data, and the clients that end with them. */
final class NodeGroup implements AutoCloseable {
  private static final AtomicInteger GROUPS = new AtomicInteger();
  private static final int MAX_NODES = 9;
  private static final int ATTEMPTS = 5;

  /** Nobody else can lead, so there is nothing to wait for. */
  private static final Map<String, String> ALONE =
      Map.of("election-timeout-min", "50ms", "election-timeout-max", "60ms");

  /**
   * A leader that is killed is replaced at once; longer timeouts keep one that stands still for a
   * moment, as on a busy machine, from being deposed.
   */
  private static final Map<String, String> TOGETHER =
      Map.of("election-timeout-min", "1s", "election-timeout-max", "2s");

  private final TemporaryFolder folder = TemporaryFolder.create();
  private final List<EmbeddedNode> nodes;
  private final Map<String, String> settings;
  private final Set<Tenure> clients = ConcurrentHashMap.newKeySet();

  /** Held by whoever starts or ends nodes. */
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
    settings = size == 1 ? ALONE : together(all);
  }

  private static Map<String, String> together(List<EmbeddedNode> all) {
    Map<String, String> settings = new HashMap<>(TOGETHER);
    settings.put("peers", all.stream().map(EmbeddedNode::asPeer).collect(Collectors.joining(",")));
    return Map.copyOf(settings);
  }

  /** Returns when one of them leads. */
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
        // A free port may be taken by another process before it is used.
        boolean unlucky = group.nodes.stream().anyMatch(EmbeddedNode::lacksPorts);
        if (!unlucky || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** At the same time, as the founders of a cluster wait for each other. */
  private void startAll() {
    // Before there are several threads that want to write a log.
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
      giveUp(threads);
    }
  }

  /** Whoever waits for a founder that will not come stops waiting, and leaves nothing behind. */
  private static void giveUp(ExecutorService threads) {
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
    return new IllegalStateException("not started: " + why.getMessage(), why);
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted", e);
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

  /** At the same time: who cannot reach the service takes a while. */
  private void disconnectAll() {
    CompletableFuture<?>[] closing =
        clients.stream()
            .map(client -> CompletableFuture.runAsync(() -> disconnect(client)))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(closing).join();
  }

  // ---------------------------------------------------------------------------- life and death

  private interface Action<T> {
    T run() throws InterruptedException, StartRefusedException;
  }

  /** Does it if the service is not closed, and while nobody else does anything. */
  private <T> T locked(Action<T> action) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("closed");
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

  /** Stops it in good order, if it runs, and starts it. Returns when it has a leader, if it can. */
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

  /** The clients first, so that they end in good order. */
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
