package io.tenure.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The servers under load, seen from the main thread. */
final class Cluster implements AutoCloseable {
  private static final Duration LEADER_LIMIT = Duration.ofSeconds(30);
  private static final Duration SESSIONS_LIMIT = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(20);

  final Loop loop = new Loop();
  private final List<Server> servers;
  private final String segment;
  private final List<Lane> lanes = new ArrayList<>();
  private final List<SessionPool> pools = new ArrayList<>();

  /**
   * The cluster that these servers are.
   *
   * @param segment the first segment of the keys to use
   */
  Cluster(List<Server> servers, String segment) {
    this.servers = List.copyOf(servers);
    this.segment = segment;
  }

  /** Connections that follow the leader; returns when they have found it. */
  List<Lane> connect(int connections) {
    List<Lane> opened = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      opened.add(new Lane(loop, servers, segment));
    }
    return started(opened);
  }

  /** Connections that stay with their server, whether it leads or not; one server after another. */
  List<Lane> connectToEach(int connections) {
    List<Lane> opened = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      opened.add(new Lane(loop, List.of(servers.get(i % servers.size())), segment));
    }
    return started(opened);
  }

  private List<Lane> started(List<Lane> opened) {
    lanes.addAll(opened);
    loop.run(() -> opened.forEach(Lane::start));
    await(
        "a leader among " + servers,
        LEADER_LIMIT,
        () -> opened.stream().allMatch(lane -> lane.leader() != null));
    return opened;
  }

  SessionPool openSessions(List<Lane> over, int count, Duration ttl) {
    SessionPool pool = new SessionPool(over, count, ttl);
    pools.add(pool);
    loop.await(count + " sessions", pool.open(), SESSIONS_LIMIT);
    return pool;
  }

  void await(String what, CompletableFuture<Void> result) {
    loop.await(what, result, SESSIONS_LIMIT);
  }

  /** Waits until the condition, asked on the loop's thread, holds. */
  void await(String what, Duration limit, Condition condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!loop.call(condition::holds)) {
      if (System.nanoTime() - deadline > 0) {
        throw new LoadException("waited " + limit.toSeconds() + " s in vain for " + what);
      }
      loop.pause(POLL);
    }
  }

  /** Something to wait for. */
  interface Condition {
    boolean holds();
  }

  /** Closes the sessions, so that nothing is left behind, and the connections. */
  @Override
  public void close() {
    try {
      pools.forEach(pool -> loop.await("sessions to close", pool.close(), SESSIONS_LIMIT));
    } catch (LoadException e) {
      // What made closing fail was reported or does not matter: the sessions expire.
    } finally {
      lanes.forEach(Lane::close);
      loop.close();
    }
  }
}
