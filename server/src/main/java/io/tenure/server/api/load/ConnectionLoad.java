package io.tenure.server.api.load;

import io.grpc.Context;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.server.api.error.Errors;
import io.tenure.server.config.FrontEndSettings;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is in flight on one connection, on all of its streams and plain calls together. Bytes may be
 * taken and freed by any thread; everything else is for the loop of the connection alone.
 *
 * <p>A connection has a share of the node's memory for requests in flight ({@link
 * FrontEndSettings#connectionBytes}):
 *
 * <ol>
 *   <li>A request takes its own bytes and {@link #REQUEST_OVERHEAD} until its last reply was handed
 *       to the transport.
 *   <li>A large reply takes its bytes until then, too. A read whose reply finds no room is refused.
 *   <li>What was handed to the transport and not sent, and what has arrived of an unfinished
 *       request, is counted by {@link CallLoad}.
 *   <li>Small requests that give something back or keep a session alive may use half as much again
 *       ({@link #mayUse}), here and on the node, so that waiting requests cannot keep them out.
 *   <li>What cannot be refused is taken in any case; beyond twice the share the connection is
 *       closed.
 * </ol>
 */
public final class ConnectionLoad {
  /**
   * What the server keeps for a request besides its bytes, including a small reply: about what an
   * open request of 35 bytes was measured to take.
   */
  public static final int REQUEST_OVERHEAD = 1 << 10;

  /**
   * A request larger than this has no privilege, whatever it is for: the largest sensible one has a
   * key of 512 bytes and some numbers.
   */
  public static final int SMALL_REQUEST = 1 << 10;

  /** Requests that may go beyond the limit, if they give back or keep alive. */
  private static final int RESERVE = 512;

  /** A connection from another node carries the requests of as many full client connections. */
  private static final int FORWARDED_FACTOR = 8;

  /** The load of the connection whose call is being started. */
  static final Context.Key<ConnectionLoad> CURRENT = Context.key("tenure-connection-load");

  private final FrontEndSettings settings;
  private final NodeLoad node;
  private final Consumer<String> closer;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong idleBytes = new AtomicLong();
  private final AtomicBoolean closing = new AtomicBoolean();
  private int requests;
  private int forwardedRequests;
  private int watches;
  private int streams;

  /**
   * Nothing is in flight yet.
   *
   * @param closer closes the connection, for the reason given
   */
  public ConnectionLoad(FrontEndSettings settings, NodeLoad node, Consumer<String> closer) {
    this.settings = settings;
    this.node = node;
    this.closer = closer;
  }

  // ---------------------------------------------------------------------- requests and watches

  /** Why the request is not accepted, or null if it is. */
  @Nullable
  public Error take(CountedRequest request) {
    Error full = request.isWatch() ? watchesFull() : requestsFull(request);
    if (full == null) {
      full = takeBytes(request.bytes(), request.isRelief());
    }
    if (full == null) {
      count(request, 1);
    }
    return full;
  }

  /** The caller frees its bytes. */
  public void left(CountedRequest request) {
    count(request, -1);
  }

  private void count(CountedRequest request, int change) {
    if (request.isWatch()) {
      watches += change;
    } else if (request.isForwarded()) {
      forwardedRequests += change;
    } else {
      requests += change;
    }
  }

  private @Nullable Error requestsFull(CountedRequest request) {
    boolean forwarded = request.isForwarded();
    int limit = settings.requestsPerConnection() * (forwarded ? FORWARDED_FACTOR : 1);
    int most = limit + (request.isRelief() ? RESERVE : 0);
    int now = forwarded ? forwardedRequests : requests;
    if (now < most) {
      return null;
    }
    return Errors.error(
        Reason.OVERLOADED,
        forwarded
            ? ("forwarded requests in flight on this connection: %d (expected: at most %d, "
                    + FORWARDED_FACTOR
                    + " times the setting requests-per-connection; retry later)")
                .formatted(now + 1, most)
            : ("requests in flight on this connection: %d (expected: at most %d, setting"
                    + " requests-per-connection; retry when replies have arrived)")
                .formatted(now + 1, most));
  }

  /** Takes the place of a watch that is a call of its own, or says why there is none. */
  @Nullable
  public Error takeWatch() {
    Error full = watchesFull();
    watches += full == null ? 1 : 0;
    return full;
  }

  public void freeWatch() {
    watches--;
  }

  private @Nullable Error watchesFull() {
    int most = settings.watchesPerConnection();
    return watches < most
        ? null
        : Errors.error(
            Reason.OVERLOADED,
            "watches on this connection: %d (expected: at most %d; cancel one or use another connection)"
                .formatted(watches + 1, most));
  }

  /** Counts a Connect stream; whether it is the only one. */
  boolean openStream() {
    return ++streams == 1;
  }

  void closeStream() {
    streams--;
  }

  // ------------------------------------------------------------------------------------- bytes

  /**
   * Takes bytes, or says why there is no room for them.
   *
   * @param relief for a small request that gives back or keeps alive
   */
  @Nullable
  public Error takeBytes(long more, boolean relief) {
    if (more > settings.connectionBytes()) {
      return Errors.error(
          Reason.LIMIT_REACHED,
          ("in-flight bytes: %d for one request or reply (expected: at most %d on a connection; ask"
                  + " for less, or start the server with a larger -Xmx)")
              .formatted(more, settings.connectionBytes()));
    }
    long most = mayUse(settings.connectionBytes(), relief);
    long here = bytes.addAndGet(more);
    if (here > most) {
      bytes.addAndGet(-more);
      return Errors.error(
          Reason.OVERLOADED,
          ("in-flight bytes of this connection: %d (expected: at most %d, its share of the heap; read"
                  + " the replies and retry, or start the server with a larger -Xmx)")
              .formatted(here, most));
    }
    long mostOfNode = mayUse(settings.inFlightBytes(), relief);
    if (!node.take(more, mostOfNode)) {
      bytes.addAndGet(-more);
      return Errors.error(
          Reason.OVERLOADED,
          ("in-flight bytes of this node: %d (expected: at most %d, 1/16 of the heap; retry later, or"
                  + " start the server with a larger -Xmx)")
              .formatted(node.bytes() + more, mostOfNode));
    }
    return null;
  }

  private static long mayUse(long limit, boolean relief) {
    return relief ? FrontEndSettings.withReserve(limit) : limit;
  }

  /** Takes bytes for what is there already and cannot be refused. */
  public void addBytes(long more) {
    node.add(more);
    if (bytes.addAndGet(more) > 2 * settings.connectionBytes()) {
      close("it exceeds twice its share of the node's memory for requests in flight");
    }
  }

  public void freeBytes(long fewer) {
    if (fewer != 0) {
      bytes.addAndGet(-fewer);
      node.free(fewer);
    }
  }

  /** Why nothing that could wait should be begun, or null if it may. */
  @Nullable Error bytesFull() {
    return takeBytes(0, false);
  }

  /**
   * How many more of the bytes are kept by the client's doing: replies that it has not read, and
   * requests that it has not sent completely.
   */
  public void addIdle(long change) {
    if (change != 0) {
      idleBytes.addAndGet(change);
    }
  }

  long idleBytes() {
    return idleBytes.get();
  }

  NodeLoad node() {
    return node;
  }

  /** Closes the connection. Any thread, also one that holds locks: it is closed later. */
  void close(String why) {
    if (closing.compareAndSet(false, true)) {
      closer.accept(
          "%d bytes in flight, %d of them unread replies and unfinished requests: %s"
              .formatted(bytes.get(), idleBytes.get(), why));
    }
  }
}
