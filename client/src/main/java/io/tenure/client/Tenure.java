package io.tenure.client;

import io.tenure.client.error.RefusedException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.TextLimits;
import io.tenure.client.internal.callback.CallbackThreads;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.callback.ClientMeters;
import io.tenure.client.internal.callback.GuardedMeters;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.client.internal.connection.Endpoint;
import io.tenure.client.internal.connection.Router;
import io.tenure.client.internal.read.ReadCalls;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.internal.session.ClientSession;
import io.tenure.client.internal.session.LockOptions;
import io.tenure.client.view.KeyPage;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WatchedKeys;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of the service. One client is enough for a process: any number of threads can use it,
 * and they share one connection to each shard's leader.
 *
 * <p>The client connects when it is first used. It finds the service's leader by itself, and sends
 * unanswered requests again when a connection breaks, so a change of the leader is only latency.
 *
 * <p>It uses one network thread, which clients of a JVM share, and threads for callbacks and for
 * its log, which start on demand and end when idle. All threads are daemons. The wall clock decides
 * nothing: if it jumps forward, the client only sends a keep-alive early, because the machine may
 * have been suspended.
 */
public final class Tenure implements AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(Tenure.class);
  private static final AtomicInteger CLIENTS = new AtomicInteger();
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final ClientContext context;
  private final Duration ttl;
  private final String name;
  private final CallbackThreads threads;
  private final ReadCalls reads;
  private final Set<ClientSession> sessions = ConcurrentHashMap.newKeySet();
  private @Nullable ClientSession current; // For the loop.
  private volatile boolean closed;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  private Tenure(Builder builder) {
    int number = CLIENTS.incrementAndGet();
    ClientMeters meters = new GuardedMeters(ClientMeters.find());
    ClientLoop loop = new ClientLoop(builder.wallMillis);
    threads =
        builder.callbacks == null
            ? CallbackThreads.start(number, loop)
            : CallbackThreads.of(number, loop, builder.callbacks);
    Router router = new Router(loop, builder.endpoints);
    context = new ClientContext(loop, router, threads, builder.timeout, meters);
    reads = new ReadCalls(context);
    ttl = builder.ttl;
    name = builder.name;
  }

  /**
   * Creates a client with the default settings. It connects when it is first used.
   *
   * @param endpoints one or more nodes of the cluster, each {@code HOST:PORT}
   * @throws IllegalArgumentException if an address is invalid
   */
  public static Tenure connect(String... endpoints) {
    return builder().endpoints(endpoints).connect();
  }

  /** Returns a builder for a client with other settings. */
  public static Builder builder() {
    return new Builder();
  }

  // ------------------------------------------------------------------------------------ locks

  /** Returns a request for one or more keys, all together or none. */
  public LockRequest lock(String key, String... more) {
    return new LockRequest(context, this::session, LockOptions.of(key, more));
  }

  /** Returns a request for these targets, all together or none. */
  public LockRequest lock(List<Target> targets) {
    return new LockRequest(context, this::session, LockOptions.of(targets));
  }

  /** Returns an election. The holder of the key leads. */
  public Election election(String key) {
    return new Election(this, context, key);
  }

  /**
   * Returns a session of its own. The service learns of it with the first request in it, which also
   * reports if the session cannot be opened. A session that is lost stays lost; open another one.
   *
   * @param sessionTtl 1 s to 600 s
   * @throws IllegalArgumentException if the TTL is out of range
   */
  public Session openSession(Duration sessionTtl) {
    return new Session(context, newSession(TextLimits.requireTtl(sessionTtl)));
  }

  private ClientSession newSession(Duration sessionTtl) {
    ClientSession opened = new ClientSession(context, sessionTtl, name, sessions::remove);
    sessions.add(opened);
    if (closed) { // It may be too late for endAll.
      var unused = opened.startClose();
    }
    return opened;
  }

  /** On the loop: the session of all locks that are not taken in a session of the user's. */
  private ClientSession session() {
    ClientSession present = current;
    if (present == null || (!present.isLive() && !closed)) {
      present = newSession(ttl);
      current = present;
    }
    if (closed) {
      // Nothing would close a session that is opened now.
      var unused = present.end(Loss.CLOSED);
    }
    return present;
  }

  // ------------------------------------------------------------------------------------ reads

  /**
   * Returns who holds a key, directly or by a subtree lock above it, and who waits for it. The
   * answer includes everything that was acknowledged to any client before the call. Needs no
   * session.
   *
   * @throws IllegalArgumentException if the key is invalid
   * @throws UnavailableException if the service does not answer within the client's timeout
   * @throws InterruptedException if interrupted
   */
  public KeyView get(String key) throws InterruptedException {
    return ReadCalls.await(reads.get(key));
  }

  /** Like {@link #get}, without blocking, with the same timeout. */
  public CompletableFuture<KeyView> getAsync(String key) {
    return reads.deliver(reads.get(key));
  }

  /**
   * Returns a page of the keys at which something is held or waits. Needs no session.
   *
   * @param prefix a key: the page covers it and everything below it; {@code "/"} for all keys
   * @param pageToken the token from the previous page; empty for the first page
   * @throws RefusedException if the prefix is not a valid key
   * @throws UnavailableException if the service does not answer within the client's timeout
   * @throws InterruptedException if interrupted
   */
  public KeyPage list(String prefix, String pageToken) throws InterruptedException {
    return ReadCalls.await(reads.list(prefix, pageToken));
  }

  /** Like {@link #list}, without blocking, with the same timeout. */
  public CompletableFuture<KeyPage> listAsync(String prefix, String pageToken) {
    return reads.deliver(reads.list(prefix, pageToken));
  }

  /** Reports the events of a key or a subtree, starting now. */
  public Watch watch(WatchedKeys keys, WatchListener listener) {
    return watch(keys, 0, listener);
  }

  /**
   * Reports the events of a key or a subtree.
   *
   * @param fromRevision the first revision to report; 0 to start now
   */
  public Watch watch(WatchedKeys keys, long fromRevision, WatchListener listener) {
    return Watch.start(context, keys, fromRevision, listener);
  }

  // ---------------------------------------------------------------------------------- closing

  /**
   * Releases everything that is held, and disconnects. Waits for the service for at most two
   * seconds, regardless of interrupts, because what is not released stays held until its TTL has
   * passed. A call from a listener that runs while the client closes does not wait.
   *
   * <p>The listeners of holds that are still in use are called first ({@link Loss#CLOSED}), and
   * have one second before another client can get the lock.
   */
  @Override
  public void close() {
    boolean isListenerOfClose = closed && context.callbackThreads().isCallbackThread();
    CompletableFuture<@Nullable Void> closing = startClose();
    if (!isListenerOfClose) {
      boolean unused = CallerFutures.isDoneWithin(closing, CLOSE_LIMIT.plusSeconds(1));
    }
  }

  /**
   * Like {@link #close}, without blocking. The future completes when the client has disconnected.
   */
  public CompletableFuture<@Nullable Void> closeAsync() {
    return CallerFutures.deliver(startClose(), context.completions());
  }

  private synchronized CompletableFuture<@Nullable Void> startClose() {
    if (closed) {
      return ended;
    }
    closed = true;
    CompletableFuture<@Nullable Void> closing = new CompletableFuture<>();
    context.loop().later(() -> endAll(closing));
    var unused =
        closing
            .orTimeout(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (done, thrown) -> {
                  if (thrown != null) {
                    log.warn(
                        "client closed, but the service did not confirm within {} ms that its sessions are closed;"
                            + " what they hold stays locked until they expire",
                        CLOSE_LIMIT.toMillis());
                  }
                  disconnect();
                });
    return ended;
  }

  /** On the loop, where sessions are opened: so none is missed. */
  private void endAll(CompletableFuture<@Nullable Void> done) {
    CompletableFuture<?>[] closing =
        sessions.stream().map(each -> each.end(Loss.CLOSED)).toArray(CompletableFuture<?>[]::new);
    var unused =
        CompletableFuture.allOf(closing).whenComplete((all, thrown) -> done.complete(null));
  }

  private void disconnect() {
    context.loop().execute(this::end);
    context.loop().close();
    threads.close();
    ended.complete(null);
  }

  /** The last task on the loop. Ends sessions that were opened meanwhile. */
  private void end() {
    for (ClientSession late : sessions) {
      var unused = late.end(Loss.CLOSED);
    }
    context.router().close();
  }

  /** Configures a client. */
  public static final class Builder {
    private List<Endpoint> endpoints = Endpoint.parseAll(List.of("localhost:7400"));
    private Duration ttl = Duration.ofSeconds(10);
    private Duration timeout = Duration.ofSeconds(10);
    private String name = "";
    private @Nullable Executor callbacks;
    private LongSupplier wallMillis = System::currentTimeMillis;

    private Builder() {}

    /**
     * Sets the addresses of one or more nodes, each {@code HOST:PORT}. The client learns the other
     * nodes from these; while none of these runs, it cannot find the others. Default: {@code
     * localhost:7400}.
     */
    public Builder endpoints(String... texts) {
      return endpoints(List.of(texts));
    }

    /** See {@link #endpoints(String...)}. */
    public Builder endpoints(List<String> texts) {
      endpoints = Endpoint.parseAll(texts);
      return this;
    }

    /**
     * Sets the TTL of the client's session: how long holds outlive this process if it dies or is
     * disconnected. 1 s to 600 s; default: 10 s.
     *
     * <p>Choose it by the longest pause that the process must survive (garbage collection,
     * migration of a virtual machine, a change of the service's leader), not by how long the work
     * takes: a process that is alive holds for as long as it wants.
     */
    public Builder ttl(Duration sessionTtl) {
      ttl = TextLimits.requireTtl(sessionTtl);
      return this;
    }

    /**
     * Sets how long the client waits for an answer that does not depend on other holders. More than
     * 0, at most one day; default: 10 s.
     */
    public Builder timeout(Duration limit) {
      if (limit.isNegative() || limit.isZero() || limit.compareTo(Duration.ofDays(1)) > 0) {
        throw new IllegalArgumentException(
            "timeout: " + limit + " (expected: more than 0, at most 1 day)");
      }
      timeout = limit;
      return this;
    }

    /**
     * Sets the name of the client, which is shown to anyone who inspects locks and sessions; at
     * most 128 bytes in UTF-8.
     */
    public Builder name(String clientName) {
      TextLimits.require("name", clientName, 0, 128);
      name = clientName;
      return this;
    }

    /**
     * Sets the executor that runs listeners and dependent stages of futures, instead of threads of
     * the client. It should have several threads: a callback that blocks delays those behind it.
     * What the executor rejects, or runs on the calling thread, runs on threads of the client.
     */
    public Builder callbacks(Executor executor) {
      callbacks = Objects.requireNonNull(executor, "callbacks");
      return this;
    }

    /** For tests: replaces the wall clock, in milliseconds. */
    public Builder wallClock(LongSupplier millis) {
      wallMillis = millis;
      return this;
    }

    /** Creates the client. It connects when it is first used. */
    public Tenure connect() {
      return new Tenure(this);
    }
  }
}
