package io.tenure.client;

import io.tenure.client.error.RefusedException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.ReadCalls;
import io.tenure.client.internal.call.TextLimits;
import io.tenure.client.internal.callback.CallbackThreads;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.callback.ClientMeters;
import io.tenure.client.internal.callback.GuardedMeters;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.DeferredLog;
import io.tenure.client.internal.connection.Endpoint;
import io.tenure.client.internal.connection.Router;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.internal.session.ClientSession;
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
 * A client of the service. One is enough for a process: it is for any number of threads, and all of
 * them share one connection.
 *
 * <p>It uses one network thread, which the clients of a JVM share, and threads for callbacks and
 * for its log that come and go; all of them are daemons. It connects when it is first used, follows
 * the service's leader by itself, and sends again whatever was under way when a connection broke,
 * so that a change of the leader is seen as latency and nothing else. The wall clock decides
 * nothing: a jump of it forward only has the client send a keep-alive early, because the machine
 * may have been suspended.
 */
public final class Tenure implements AutoCloseable {
  private static final DeferredLog log = DeferredLog.of(Tenure.class);
  private static final AtomicInteger CLIENTS = new AtomicInteger();
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final ClientContext hub;
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
    hub = new ClientContext(loop, router, threads, builder.timeout, meters);
    reads = new ReadCalls(hub);
    ttl = builder.ttl;
    name = builder.name;
  }

  /**
   * A client with the defaults. Nothing is sent yet.
   *
   * @param endpoints one or several nodes of the cluster, each HOST:PORT
   * @throws IllegalArgumentException if one cannot be an address
   */
  public static Tenure connect(String... endpoints) {
    return builder().endpoints(endpoints).connect();
  }

  public static Builder builder() {
    return new Builder();
  }

  // ------------------------------------------------------------------------------------ locks

  /** To hold one or several keys, all together or not at all. */
  public LockRequest lock(String key, String... more) {
    return LockRequest.of(hub, this::session, key, more);
  }

  /** To hold these, all together or not at all. */
  public LockRequest lock(List<Target> targets) {
    return LockRequest.of(hub, this::session, targets);
  }

  /** An election: whoever holds the key leads. */
  public Election election(String key) {
    return new Election(this, hub, key);
  }

  /**
   * A session of its own. Nothing is sent yet: the service hears of it when something is first
   * asked for in it, and that says then what went wrong. When it is lost it stays so; open another.
   *
   * @param sessionTtl 1 s to 600 s
   * @throws IllegalArgumentException if it is out of that range
   */
  public Session openSession(Duration sessionTtl) {
    return new Session(hub, newSession(TextLimits.requireTtl(sessionTtl)));
  }

  private ClientSession newSession(Duration sessionTtl) {
    ClientSession opened = new ClientSession(hub, sessionTtl, name, sessions::remove);
    sessions.add(opened);
    if (closed) { // It may have come after those that closing has found.
      var unused = opened.startClose();
    }
    return opened;
  }

  /** On the loop: the session of everybody who has none of their own. */
  private ClientSession session() {
    ClientSession present = current;
    if (present == null || (!present.isLive() && !closed)) {
      present = newSession(ttl);
      current = present;
    }
    if (closed) {
      // Nobody would close what is opened now.
      var unused = present.end(Loss.CLOSED);
    }
    return present;
  }

  // ------------------------------------------------------------------------------------ reads

  /**
   * Who holds a key, there or above it, and who waits for it. Includes everything that was
   * acknowledged to anybody before the call.
   *
   * <p>Needs no session.
   *
   * @throws IllegalArgumentException if the key is none
   * @throws UnavailableException if the service does not answer within the client's timeout
   * @throws InterruptedException if interrupted
   */
  public KeyView get(String key) throws InterruptedException {
    return ReadCalls.await(reads.get(key));
  }

  /** Like {@link #get}, without blocking, and with the same timeout. */
  public CompletableFuture<KeyView> getAsync(String key) {
    return reads.handOver(reads.get(key));
  }

  /**
   * The keys at which something is held or waits. Needs no session.
   *
   * @param prefix a key: it and everything below; "/" for all
   * @param pageToken as the page before gave it; empty for the first one
   * @throws RefusedException if the prefix is no key
   * @throws UnavailableException if the service does not answer within the client's timeout
   * @throws InterruptedException if interrupted
   */
  public KeyPage list(String prefix, String pageToken) throws InterruptedException {
    return ReadCalls.await(reads.list(prefix, pageToken));
  }

  /** Like {@link #list}, without blocking, and with the same timeout. */
  public CompletableFuture<KeyPage> listAsync(String prefix, String pageToken) {
    return reads.handOver(reads.list(prefix, pageToken));
  }

  /** Tells what happens to a key, from now on. */
  public Watch watch(WatchedKeys keys, WatchListener listener) {
    return watch(keys, 0, listener);
  }

  /**
   * Tells what happens to a key.
   *
   * @param fromRevision the first revision wanted; 0 for what happens from now on
   */
  public Watch watch(WatchedKeys keys, long fromRevision, WatchListener listener) {
    return Watch.start(hub, keys, fromRevision, listener);
  }

  // ---------------------------------------------------------------------------------- closing

  /**
   * Releases everything that is held, and ends the connection. Waits for the service, but not for
   * longer than two seconds, and whether or not the thread is interrupted: what is held would stay
   * so otherwise; only a listener that is told while the client closes does not wait for that.
   * Whoever still uses a hold is told that it is lost ({@link Loss#CLOSED}), and has a second
   * before another may get it.
   */
  @Override
  public void close() {
    boolean waitsForUs = closed && hub.users().isInside();
    CompletableFuture<@Nullable Void> closing = startClose();
    if (!waitsForUs) {
      boolean unused = CallerFutures.isDoneWithin(closing, CLOSING.plusSeconds(1));
    }
  }

  /** Like {@link #close}, without waiting. Completed when the connection is ended. */
  public CompletableFuture<@Nullable Void> closeAsync() {
    return CallerFutures.handOver(startClose(), hub.completions());
  }

  private synchronized CompletableFuture<@Nullable Void> startClose() {
    if (closed) {
      return ended;
    }
    closed = true;
    CompletableFuture<@Nullable Void> closing = new CompletableFuture<>();
    hub.loop().later(() -> endAll(closing));
    var unused =
        closing
            .orTimeout(CLOSING.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (done, thrown) -> {
                  if (thrown != null) {
                    log.warn(
                        "the client is closed, but the service has not confirmed that its sessions are");
                  }
                  disconnect();
                });
    return ended;
  }

  /** On the loop, where sessions are opened: none is opened meanwhile. */
  private void endAll(CompletableFuture<@Nullable Void> done) {
    CompletableFuture<?>[] closing =
        sessions.stream().map(each -> each.end(Loss.CLOSED)).toArray(CompletableFuture<?>[]::new);
    var unused =
        CompletableFuture.allOf(closing).whenComplete((all, thrown) -> done.complete(null));
  }

  private void disconnect() {
    hub.loop().execute(this::end);
    hub.loop().close();
    threads.close();
    ended.complete(null);
  }

  /** On the loop, for the last time: whoever came meanwhile is told, too. */
  private void end() {
    for (ClientSession late : sessions) {
      var unused = late.end(Loss.CLOSED);
    }
    hub.router().close();
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
     * Where the service is: one or several of its nodes, each HOST:PORT. The others are found
     * through these, but while none of these runs nothing is. Default: localhost:7400.
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
     * How long holds outlive this process if it dies, or is cut off: 1 s to 600 s, 10 s by default.
     * Choose it from the longest pause that the process must survive (garbage collection, a virtual
     * machine that is moved, the service's change of leader), not from how long the work takes: a
     * process that is alive holds for as long as it likes.
     */
    public Builder ttl(Duration sessionTtl) {
      ttl = TextLimits.requireTtl(sessionTtl);
      return this;
    }

    /** How long an answer may take that does not wait for other holders; 10 s by default. */
    public Builder timeout(Duration limit) {
      if (limit.isNegative() || limit.isZero() || limit.compareTo(Duration.ofDays(1)) > 0) {
        throw new IllegalArgumentException(
            "timeout: " + limit + " (expected: more than 0, at most 1 day)");
      }
      timeout = limit;
      return this;
    }

    /** Shown to people who look who holds or waits; at most 128 bytes in UTF-8. */
    public Builder name(String clientName) {
      TextLimits.require("name", clientName, 0, 128);
      name = clientName;
      return this;
    }

    /**
     * Where listeners and what depends on futures run, instead of on some threads of the client's
     * own. It should have several threads: one that hangs keeps those behind it from being told in
     * time. What it rejects, or runs on the thread that hands it over, runs on threads of the
     * client's own after all.
     */
    public Builder callbacks(Executor executor) {
      callbacks = Objects.requireNonNull(executor, "callbacks");
      return this;
    }

    /** For tests: another wall clock, in milliseconds. */
    public Builder wallClock(LongSupplier millis) {
      wallMillis = millis;
      return this;
    }

    /** Nothing is sent yet. */
    public Tenure connect() {
      return new Tenure(this);
    }
  }
}
