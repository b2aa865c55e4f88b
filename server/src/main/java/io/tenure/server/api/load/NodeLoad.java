package io.tenure.server.api.load;

import io.tenure.server.config.FrontEndSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of all requests and replies in flight on this node: requests that arrive, wait or are
 * executed, and replies that the client has not read. Any thread.
 *
 * <p>When there is no room, a client must not keep it by what it leaves undone: the connections
 * with the most unread replies and unfinished requests are closed.
 */
public final class NodeLoad {
  /** How often connections are searched for what can be freed, at most. */
  private static final long SEARCH_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** A search makes sense if idle bytes are this part of the limit, or more. */
  private static final int WORTHWHILE_PART = 4;

  /** A search frees this part of the limit. */
  private static final int FREED_PART = 8;

  private final FrontEndSettings settings;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger forwardedStreams = new AtomicInteger();
  private final Set<ConnectionLoad> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastSearchNanos = new AtomicLong(System.nanoTime() - SEARCH_NANOS);

  public NodeLoad(FrontEndSettings settings) {
    this.settings = settings;
  }

  public long bytes() {
    return bytes.get();
  }

  /** Of replies that clients have not read, and of requests that they have not finished. */
  public long idleBytes() {
    return connections.stream().mapToLong(ConnectionLoad::idleBytes).sum();
  }

  void opened(ConnectionLoad connection) {
    connections.add(connection);
  }

  void closed(ConnectionLoad connection) {
    connections.remove(connection);
  }

  /** Takes bytes unless there would be more than {@code most} in all. */
  boolean take(long more, long most) {
    if (bytes.addAndGet(more) <= most) {
      return true;
    }
    bytes.addAndGet(-more);
    makeRoom();
    return false;
  }

  /** For what is there already and cannot be refused. */
  void add(long more) {
    if (bytes.addAndGet(more) > settings.mostInFlightBytes()) {
      makeRoom();
    }
  }

  void free(long fewer) {
    bytes.addAndGet(-fewer);
  }

  /** Whether there may be one more stream with which another node forwards requests. */
  boolean takeForwardedStream() {
    if (forwardedStreams.incrementAndGet() <= settings.connections()) {
      return true;
    }
    forwardedStreams.decrementAndGet();
    return false;
  }

  void freeForwardedStream() {
    forwardedStreams.decrementAndGet();
  }

  private record Idle(ConnectionLoad connection, long bytes) {}

  private void makeRoom() {
    long now = System.nanoTime();
    long last = lastSearchNanos.get();
    if (now - last < SEARCH_NANOS || !lastSearchNanos.compareAndSet(last, now)) {
      return;
    }
    List<Idle> idle = new ArrayList<>();
    long all = 0;
    for (ConnectionLoad connection : connections) {
      long each = connection.idleBytes();
      if (each > 0) {
        idle.add(new Idle(connection, each));
        all += each;
      }
    }
    if (all < settings.inFlightBytes() / WORTHWHILE_PART) {
      return;
    }
    idle.sort(Comparator.comparingLong(Idle::bytes).reversed());
    long freed = 0;
    for (Idle each : idle) {
      if (freed >= settings.inFlightBytes() / FREED_PART) {
        break;
      }
      each.connection().close("the node has no room for other clients' requests");
      freed += each.bytes();
    }
  }
}
