package io.tenure.compare.system.server;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A system's servers as children of this process. */
public final class Servers implements RunningSystem {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long PAUSE_MILLIS = 50;

  private final LockSystem system;
  private final List<Server> servers;
  private final Setup setup;

  /**
   * How they are reached, and what is known of them.
   *
   * @param endpoints what clients are given
   */
  public record Setup(List<String> endpoints, Insight insight, Map<String, String> settings) {
    public Setup {
      endpoints = List.copyOf(endpoints);
    }
  }

  private Servers(LockSystem system, List<Server> servers, Setup setup) {
    this.system = system;
    this.servers = List.copyOf(servers);
    this.setup = setup;
  }

  /** Starts them and returns when a lock could be had. If that fails, none is left. */
  public static Servers start(LockSystem system, List<Server> servers, Setup setup)
      throws IOException, InterruptedException {
    Servers started = new Servers(system, servers, setup);
    boolean done = false;
    try {
      for (Server server : servers) {
        server.start();
      }
      started.awaitWhole(
          server -> {
            throw started.failBecauseOf(server.name() + " has ended", List.of(server));
          });
      started.awaitLock();
      done = true;
      return started;
    } finally {
      if (!done) {
        started.close();
      }
    }
  }

  @Override
  public List<String> endpoints() {
    return setup.endpoints();
  }

  @Override
  public List<ProcessHandle> processes() {
    return servers.stream().flatMap(server -> server.family().stream()).toList();
  }

  @Override
  public ProcessHandle leader() throws IOException, InterruptedException {
    long end = end();
    do {
      OptionalInt leader = setup.insight().leader();
      if (leader.isPresent() && servers.get(leader.getAsInt()).isAlive()) {
        return servers.get(leader.getAsInt()).process();
      }
      Thread.sleep(PAUSE_MILLIS);
    } while (System.nanoTime() < end);
    throw failBecauseOf("no leader after " + PATIENCE.toSeconds() + " s", servers);
  }

  @Override
  public void revive() throws IOException, InterruptedException {
    for (Server server : servers) {
      if (!server.isAlive()) {
        server.start();
      }
    }
    setup.insight().takeBack();
    // Again and again: what the old process had may not be free at once.
    awaitWhole(Server::start);
  }

  @Override
  public Map<String, String> settings() {
    return setup.settings();
  }

  @Override
  public void close() {
    setup.insight().close();
    servers.parallelStream().forEach(Server::end);
  }

  /** What is done about a server that has ended while it is waited for. */
  private interface Mourner {
    void ended(Server server) throws IOException;
  }

  private void awaitWhole(Mourner mourner) throws IOException, InterruptedException {
    long end = end();
    while (true) {
      boolean allAlive = true;
      for (Server server : servers) {
        if (!server.isAlive()) {
          allAlive = false;
          mourner.ended(server);
        }
      }
      if (allAlive && setup.insight().isWhole()) {
        return;
      }
      if (System.nanoTime() > end) {
        throw failBecauseOf("not ready after " + PATIENCE.toSeconds() + " s", servers);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** As a program would, in a thread of its own since some clients cannot be interrupted. */
  private void awaitLock() throws IOException, InterruptedException {
    long end = end();
    while (true) {
      FutureTask<Boolean> attempt = new FutureTask<>(this::lockOnce);
      Thread thread = new Thread(attempt, "first-lock");
      thread.setDaemon(true);
      thread.start();
      try {
        attempt.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        return;
      } catch (ExecutionException e) {
        if (System.nanoTime() > end || !servers.stream().allMatch(Server::isAlive)) {
          throw failBecauseOf("no lock: " + e.getCause(), servers);
        }
      } catch (TimeoutException e) {
        throw failBecauseOf("no lock after " + PATIENCE.toSeconds() + " s", servers);
      } finally {
        attempt.cancel(true);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private boolean lockOnce() throws Exception {
    try (LockClient client = system.connect(setup.endpoints())) {
      LockHandle handle = client.exclusive("first-lock");
      handle.acquire();
      handle.release();
      return true;
    }
  }

  private IOException failBecauseOf(String reason, List<Server> culprits) {
    return new IOException(
        system.name()
            + ": "
            + reason
            + "\n"
            + culprits.stream().map(Server::lastWords).collect(Collectors.joining("\n")));
  }

  private static long end() {
    return System.nanoTime() + PATIENCE.toNanos();
  }
}
