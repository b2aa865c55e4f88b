package io.tenure.compare.system.server;

import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The servers of a system as child processes. */
public final class Servers implements RunningSystem {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 50;

  private final LockSystem system;
  private final List<Server> servers;
  private final Setup setup;

  /**
   * How clients reach the servers, and how their state is found out.
   *
   * @param endpoints the addresses that clients are given
   */
  public record Setup(List<String> endpoints, ClusterProbe probe, Map<String, String> settings) {
    public Setup {
      endpoints = List.copyOf(endpoints);
    }
  }

  private Servers(LockSystem system, List<Server> servers, Setup setup) {
    this.system = system;
    this.servers = List.copyOf(servers);
    this.setup = setup;
  }

  /** Starts all and returns when a lock can be acquired. If that fails, none is left running. */
  public static Servers start(LockSystem system, List<Server> servers, Setup setup)
      throws IOException, InterruptedException {
    Servers started = new Servers(system, servers, setup);
    boolean done = false;
    try {
      for (Server server : servers) {
        server.start();
      }
      started.awaitComplete(
          server -> {
            throw started.failure("server " + server.name() + " has ended", List.of(server));
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
    return servers.stream().flatMap(server -> server.processTree().stream()).toList();
  }

  @Override
  public Optional<ProcessHandle> leader() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    do {
      OptionalInt leader = setup.probe().leader();
      if (leader.isPresent() && servers.get(leader.getAsInt()).isAlive()) {
        return Optional.of(servers.get(leader.getAsInt()).process());
      }
      Thread.sleep(POLL_MILLIS);
    } while (System.nanoTime() < deadline);
    throw failure("no leader elected within " + PATIENCE.toSeconds() + " s", servers);
  }

  @Override
  public void restartDeadServers() throws IOException, InterruptedException {
    for (Server server : servers) {
      if (!server.isAlive()) {
        server.start();
      }
    }
    setup.probe().readmit();
    // A server may end again at once, while the old process still holds its port or its files.
    awaitComplete(Server::start);
  }

  @Override
  public Map<String, String> settings() {
    return setup.settings();
  }

  @Override
  public void close() {
    setup.probe().close();
    servers.parallelStream().forEach(Server::end);
  }

  /** Handles a server that has ended while it is awaited. */
  private interface ExitHandler {
    void ended(Server server) throws IOException;
  }

  private void awaitComplete(ExitHandler onExit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      boolean allAlive = true;
      for (Server server : servers) {
        if (!server.isAlive()) {
          allAlive = false;
          onExit.ended(server);
        }
      }
      if (allAlive && setup.probe().isComplete()) {
        return;
      }
      if (System.nanoTime() > deadline) {
        throw failure("cluster not ready within " + PATIENCE.toSeconds() + " s", servers);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void awaitLock() throws IOException, InterruptedException {
    try {
      FirstLock.await(
          system, setup.endpoints(), PATIENCE, () -> servers.stream().allMatch(Server::isAlive));
    } catch (IOException e) {
      throw failure(String.valueOf(e.getMessage()), servers);
    }
  }

  private IOException failure(String reason, List<Server> culprits) {
    return new IOException(
        system.name()
            + ": "
            + reason
            + "\n"
            + culprits.stream().map(Server::logTail).collect(Collectors.joining("\n")));
  }
}
