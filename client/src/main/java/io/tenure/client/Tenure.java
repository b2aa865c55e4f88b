package io.tenure.client;

import io.tenure.client.connection.Endpoint;
import io.tenure.client.connection.Loop;
import io.tenure.client.connection.Router;
import io.tenure.client.connection.ShardTable;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of the service. One is enough for a process: it is for any number of threads, and all of
 * them share one connection.
 *
 * <p>It has one thread of its own, and some for users' callbacks that come and go; all of them are
 * daemons. It connects when it is first used, follows the service's leader by itself, and sends
 * again whatever was under way when a connection broke, so that a change of the leader is seen as
 * latency and nothing else. It never reads the wall clock.
 */
public final class Tenure implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Tenure.class);
  private static final AtomicInteger CLIENTS = new AtomicInteger();
  private static final int PAGE_SIZE = 500;
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final Hub hub;
  private final Duration ttl;
  private final String name;
  private final UserThreads threads;
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private @Nullable Session current; // For the loop.
  private volatile boolean closed;

  private Tenure(Builder builder) {
    int number = CLIENTS.incrementAndGet();
    Loop loop = new Loop();
    threads =
        builder.callbacks == null
            ? UserThreads.start(number)
            : UserThreads.of(number, builder.callbacks);
    hub =
        new Hub(
            loop,
            new Router(loop, builder.endpoints),
            threads.listeners(),
            threads.dependents(),
            builder.timeout,
            new GuardedMeters(ClientMeters.find()));
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

  /** A session of its own. */
  public Session openSession(Duration sessionTtl) {
    Session opened = new Session(hub, requireTtl(sessionTtl), name);
    sessions.add(opened);
    opened.onLost(loss -> sessions.remove(opened));
    return opened;
  }

  /** On the loop: the session of everybody who has none of their own. */
  private Session session() {
    Session present = current;
    if (present == null || (!present.isLive() && !closed)) {
      present = openSession(ttl);
      current = present;
    }
    return present;
  }

  // ------------------------------------------------------------------------------------ reads

  /**
   * Who holds a key, there or above it, and who waits for it. Includes everything that was
   * acknowledged to anybody before the call.
   *
   * @throws UnavailableException if the service cannot be reached
   * @throws RefusedException if the key is none
   */
  public KeyView get(String key) throws InterruptedException {
    return await(startGet(key), "get");
  }

  /** Like {@link #get}, without blocking. */
  public CompletableFuture<KeyView> getAsync(String key) {
    return Futures.handOver(startGet(key), hub.completions());
  }

  private CompletableFuture<KeyView> startGet(String key) {
    Text.require("key", key, 1, Target.MAX_KEY_BYTES);
    return read(
        shards -> shards.ofKey(key),
        request -> request.setGet(GetRequest.newBuilder().setKey(key)),
        reply -> Wire.view(reply.getGet()));
  }

  /**
   * The keys at which something is held or waits.
   *
   * @param prefix a key: it and everything below; "/" for all
   * @param pageToken as the page before gave it; empty for the first one
   */
  public KeyPage list(String prefix, String pageToken) throws InterruptedException {
    return await(startList(prefix, pageToken), "list");
  }

  /** Like {@link #list}, without blocking. */
  public CompletableFuture<KeyPage> listAsync(String prefix, String pageToken) {
    return Futures.handOver(startList(prefix, pageToken), hub.completions());
  }

  /** A page's token begins with the shard that the page is in. */
  private CompletableFuture<KeyPage> startList(String prefix, String pageToken) {
    Text.require("prefix", prefix, 0, Target.MAX_KEY_BYTES);
    int dot = pageToken.indexOf('.');
    if (!pageToken.matches("|\\d{1,4}\\..{1,1000}")) {
      throw new IllegalArgumentException("page token: unknown (expected: that of the page before)");
    }
    ListRequest list =
        ListRequest.newBuilder()
            .setPrefix(prefix)
            .setPageSize(PAGE_SIZE)
            .setPageToken(pageToken.substring(dot + 1))
            .build();
    return read(
        shards ->
            dot < 0
                ? shards.ofKey(prefix)
                : Math.min(shards.size() - 1, Integer.parseInt(pageToken.substring(0, dot))),
        request -> request.setList(list),
        reply -> page(reply.getList()));
  }

  private static KeyPage page(ListReply wire) {
    KeyPage page = Wire.page(wire);
    return page.nextPageToken().isEmpty()
        ? page
        : new KeyPage(page.keys(), wire.getNextPageShard() + "." + page.nextPageToken());
  }

  private <T> CompletableFuture<T> read(
      ToIntFunction<ShardTable> shard,
      Consumer<Request.Builder> wording,
      Function<Reply, T> meaning) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Consumer<ShardTable> ask =
        shards -> {
          if (!result.isDone()) {
            Read<T> read = new Read<>(shard.applyAsInt(shards), wording, meaning, result);
            hub.router().submit(read);
            // If the user does not wait for it any more, neither does the router.
            var unused =
                result.whenComplete(
                    (value, thrown) -> hub.loop().execute(() -> hub.router().forget(read)));
          }
        };
    Runnable start = () -> hub.router().whenKnown(result, ask, () -> Futures.failClosed(result));
    if (!hub.loop().offer(start)) {
      Futures.failClosed(result);
    }
    return result;
  }

  private <T> T await(CompletableFuture<T> result, String what) throws InterruptedException {
    try {
      return Futures.await(result, hub.timeout(), what);
    } catch (IndeterminateException e) {
      result.cancel(false);
      hub.loop().execute(() -> hub.router().notCurious(result));
      String message = e.getMessage() + ": " + hub.router().trouble();
      throw new UnavailableException(e.reason(), message, e);
    }
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
   * long, and whether or not the thread is interrupted: what is held would stay so otherwise.
   * Whoever still uses a hold is told that it is lost.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    CompletableFuture<?>[] closing =
        sessions.stream().map(Session::startClose).toArray(CompletableFuture<?>[]::new);
    if (!Futures.isDoneWithin(CompletableFuture.allOf(closing), CLOSING)) {
      log.warn("the client was closed, but the service has not said that its sessions are");
    }
    hub.loop().execute(this::end);
    hub.loop().close();
    threads.close();
  }

  /** On the loop, for the last time: whoever came meanwhile is told, too. */
  private void end() {
    for (Session late : sessions) {
      if (late.isLive()) {
        var unused = late.closeOnLoop();
      }
    }
    hub.router().close();
  }

  static Duration requireTtl(Duration ttl) {
    if (ttl.compareTo(Duration.ofSeconds(1)) < 0 || ttl.compareTo(Duration.ofSeconds(600)) > 0) {
      throw new IllegalArgumentException(
          "ttl: " + ttl.toMillis() / 1000.0 + " s (expected: 1 s to 600 s)");
    }
    return ttl;
  }

  /** How a client is to be. */
  public static final class Builder {
    private List<Endpoint> endpoints = Endpoint.parseAll(List.of("localhost:7400"));
    private Duration ttl = Duration.ofSeconds(10);
    private Duration timeout = Duration.ofSeconds(10);
    private String name = "";
    private @Nullable Executor callbacks;

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
      ttl = requireTtl(sessionTtl);
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
      Text.require("name", clientName, 0, 128);
      name = clientName;
      return this;
    }

    /**
     * Where listeners and what depends on futures run, instead of on some threads of the client's
     * own. It must not run them on the thread that hands them over.
     */
    public Builder callbacks(Executor executor) {
      callbacks = Objects.requireNonNull(executor, "callbacks");
      return this;
    }

    /** Nothing is sent yet. */
    public Tenure connect() {
      return new Tenure(this);
    }
  }
}
