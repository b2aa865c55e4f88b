package io.tenure.client;

import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.TextLimits;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.session.Acquisition;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.internal.session.ClientSession;
import io.tenure.client.internal.session.HoldHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What to lock and how. Immutable: each method gives a new request, which may be used any number of
 * times.
 *
 * <pre>{@code
 * try (Hold hold = tenure.lock("/billing/month-end").waitUpTo(Duration.ofSeconds(30)).acquire()) {
 *   ledger.close(month, hold.token());
 * }
 * }</pre>
 *
 * <p><b>Owners.</b> The owner decides who conflicts with whom. Every acquire has a new owner unless
 * {@link #owner} names one, so two tasks never share a lock, also if they share a pool thread.
 * Holds of one named owner never conflict: asking again for exactly what it holds returns another
 * handle of the same hold, and releasing the last handle ends the hold. {@link #asLock} is
 * re-entrant for a thread.
 *
 * <p><b>Parties.</b> The party decides who waits for whom, for deadlock detection and for nothing
 * else. It is the calling thread if the call blocks, unless {@link #party} names one. An acquire
 * that would make a party wait for itself, directly or through others, fails at once with {@link
 * DeadlockException}: for example a thread that asks for a key which it holds already.
 *
 * <p><b>Nothing leaks.</b> A request that timed out, was interrupted or was cancelled is withdrawn;
 * if it had just been granted, that is given back. A request whose connection breaks is sent again
 * on the next connection; until then it is suspended, and regains its queue position after that.
 *
 * <p>All keys of one request must be in one shard of the service. If they are not, it is refused
 * with {@link Reason#CROSS_SHARD}; keys with the same first segment always are.
 */
public final class LockRequest {
  private static final int MAX_TARGETS = 16;
  private static final int MAX_OWNER_BYTES = 128;

  /** The service's own labels, for owners that nobody named, begin with this. */
  private static final String RESERVED = "#";

  /** Stands for an owner or a party that nobody named. */
  private static final String UNNAMED = "";

  private static final String OWNER_AND_THREAD = "/";

  /** At most, with what is between the two. */
  private static final int THREAD_BYTES = "/thread-".length() + 19;

  private final ClientContext hub;
  private final Supplier<ClientSession> session;
  private final Options options;

  private record Options(
      List<Target> targets,
      @Nullable String owner,
      @Nullable String party,
      String value,
      long waitMillis,
      @Nullable Duration holdAtMost,
      boolean interruptsOnLoss,
      List<Consumer<Loss>> listeners) {}

  private LockRequest(ClientContext hub, Supplier<ClientSession> session, Options options) {
    this.hub = hub;
    this.session = session;
    this.options = options;
  }

  static LockRequest of(
      ClientContext hub, Supplier<ClientSession> session, String key, String... more) {
    List<Target> targets = new ArrayList<>(1 + more.length);
    targets.add(Target.exclusive(key));
    for (String each : more) {
      targets.add(Target.exclusive(each));
    }
    return of(hub, session, targets);
  }

  /** In the order of their keys, so that the same always looks the same. */
  static LockRequest of(ClientContext hub, Supplier<ClientSession> session, List<Target> targets) {
    if (targets.isEmpty() || targets.size() > MAX_TARGETS) {
      throw new IllegalArgumentException(
          "targets: " + targets.size() + " (expected: 1 to " + MAX_TARGETS + ")");
    }
    List<Target> sorted =
        targets.size() == 1
            ? List.copyOf(targets)
            : targets.stream().sorted(Comparator.comparing(Target::key)).toList();
    return new LockRequest(
        hub,
        session,
        new Options(sorted, null, null, "", Acquisition.FOREVER, null, false, List.of()));
  }

  private LockRequest with(Consumer<Draft> change) {
    Draft draft = new Draft(options);
    change.accept(draft);
    return new LockRequest(hub, session, draft.toOptions());
  }

  /** Options that are being changed. */
  private static final class Draft {
    private List<Target> targets;
    private @Nullable String owner;
    private @Nullable String party;
    private String value;
    private long waitMillis;
    private @Nullable Duration holdAtMost;
    private boolean interruptsOnLoss;
    private List<Consumer<Loss>> listeners;

    Draft(Options options) {
      targets = options.targets;
      owner = options.owner;
      party = options.party;
      value = options.value;
      waitMillis = options.waitMillis;
      holdAtMost = options.holdAtMost;
      interruptsOnLoss = options.interruptsOnLoss;
      listeners = options.listeners;
    }

    Options toOptions() {
      return new Options(
          targets, owner, party, value, waitMillis, holdAtMost, interruptsOnLoss, listeners);
    }
  }

  private LockRequest withTargets(UnaryOperator<Target> change) {
    return with(draft -> draft.targets = draft.targets.stream().map(change).toList());
  }

  // ------------------------------------------------------------------------------------ what

  /** Together with others who share it, and with nobody who does not. */
  public LockRequest shared() {
    return withTargets(t -> new Target(t.key(), Mode.SHARED, t.scope(), 0));
  }

  /** For one owner alone. This is the default. */
  public LockRequest exclusive() {
    return withTargets(t -> new Target(t.key(), Mode.EXCLUSIVE, t.scope(), 0));
  }

  /**
   * One of a number of permits, which everybody who asks for this key must name alike.
   *
   * <p>Every call takes a permit of its own, unless {@link #owner} names an owner: one owner never
   * has more than one permit of a semaphore.
   *
   * @param permits how many there are, 1 to 1,000,000
   * @throws IllegalArgumentException if they are out of that range
   */
  public LockRequest semaphore(int permits) {
    return withTargets(t -> new Target(t.key(), Mode.SEMAPHORE, t.scope(), permits));
  }

  /** Together with everything below the key. */
  public LockRequest subtree() {
    return withTargets(Target::subtree);
  }

  // ------------------------------------------------------------------------------------ how

  /**
   * Who holds, inside the session. Holds of one owner never conflict with each other.
   *
   * @param owner 1 to 128 bytes in UTF-8 that do not begin with {@code #}
   */
  public LockRequest owner(String owner) {
    requireLabel("owner", owner);
    return with(draft -> draft.owner = owner);
  }

  /**
   * Who waits, inside the session: the unit of deadlock detection. Name one where one task asks
   * from several threads, or asynchronously, so that its deadlocks are found.
   *
   * @param party 1 to 128 bytes in UTF-8 that do not begin with {@code #}
   */
  public LockRequest party(String party) {
    requireLabel("party", party);
    return with(draft -> draft.party = party);
  }

  private static void requireLabel(String name, String label) {
    TextLimits.require(name, label, 1, MAX_OWNER_BYTES);
    if (label.startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          "%s: %s (expected: text that does not begin with %s)".formatted(name, label, RESERVED));
    }
  }

  /**
   * What others are told about the holder.
   *
   * @param value at most 4,096 bytes in UTF-8
   */
  public LockRequest value(String value) {
    TextLimits.requireValue(value);
    return with(draft -> draft.value = value);
  }

  /**
   * How long to wait for it at most. Without this it waits for as long as the session lives.
   *
   * <p>The time counts from when there is a session to send the request in. If the client cannot
   * open one within the time to wait and two seconds, or within its timeout, whichever is shorter,
   * it ends with {@link UnavailableException}: a long wait does not outlast a service that cannot
   * be reached. If an answer that is due then does not come within two seconds, it ends with {@link
   * IndeterminateException}, or with {@link UnavailableException} if the request was never sent.
   *
   * @param limit zero not to wait at all; at most a day
   */
  public LockRequest waitUpTo(Duration limit) {
    if (limit.isNegative() || limit.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("wait: " + limit + " (expected: 0 to 1 day)");
    }
    long millis = limit.isZero() ? 0 : Math.max(1, limit.toMillis());
    return withWait(millis);
  }

  private LockRequest withWait(long waitMillis) {
    return with(draft -> draft.waitMillis = waitMillis);
  }

  /**
   * How long to hold it at most, so that a job that hangs does not hold for ever. After that the
   * hold is lost ({@link Loss#HELD_TOO_LONG}), and released when its listeners have been told. If
   * its owner has asked for the same again, that hold is lost with it, whatever its own limit is.
   */
  public LockRequest holdAtMost(Duration limit) {
    if (limit.isNegative() || limit.isZero() || limit.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          "holdAtMost: " + limit + " (expected: more than 0, at most 365 days)");
    }
    return with(draft -> draft.holdAtMost = limit);
  }

  /** Interrupts the thread that acquired it if it is lost. For {@link #acquire} and the like. */
  public LockRequest interruptOnLoss() {
    return with(draft -> draft.interruptsOnLoss = true);
  }

  /** Has the listener told if it is lost; see {@link Hold#onLost}. */
  public LockRequest onLost(Consumer<Loss> listener) {
    List<Consumer<Loss>> listeners = new ArrayList<>(options.listeners);
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return with(draft -> draft.listeners = List.copyOf(listeners));
  }

  // ------------------------------------------------------------------------------- acquiring

  /**
   * Waits until it is granted.
   *
   * @throws TimedOutException if it was not in time
   * @throws DeadlockException if it would wait for ever
   * @throws SessionLostException if the session is lost meanwhile
   * @throws RefusedException if it cannot be granted as it was asked for
   * @throws UnavailableException if the service cannot be reached within the client's timeout
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   * @throws InterruptedException if interrupted; it is withdrawn then
   */
  public Hold acquire() throws InterruptedException {
    return new Hold(start(Thread.currentThread()).await());
  }

  public Hold acquireUninterruptibly() {
    return new Hold(start(Thread.currentThread()).awaitUninterruptibly());
  }

  /**
   * Takes it if it is free; waits for it only if {@link #waitUpTo} says so.
   *
   * @return empty if it is not free, or did not become free in time
   * @throws DeadlockException if it would wait for ever
   * @throws SessionLostException if the session is lost meanwhile
   * @throws RefusedException if it cannot be granted as it was asked for
   * @throws UnavailableException if the service cannot be reached
   * @throws IndeterminateException if no answer came in time; it may have been granted, and is
   *     withdrawn then
   * @throws InterruptedException if interrupted; it is withdrawn then
   */
  public Optional<Hold> tryAcquire() throws InterruptedException {
    try {
      return Optional.of(waitingOnlyIfAsked().acquire());
    } catch (NotAcquiredException e) {
      return Optional.empty();
    }
  }

  /**
   * Like {@link #tryAcquire()}, but waits for so long at most.
   *
   * @param limit as for {@link #waitUpTo}: zero not to wait at all; at most a day
   * @throws IllegalArgumentException if it is out of that range
   */
  public Optional<Hold> tryAcquire(Duration limit) throws InterruptedException {
    return waitUpTo(limit).tryAcquire();
  }

  private LockRequest waitingOnlyIfAsked() {
    return options.waitMillis == Acquisition.FOREVER ? withWait(0) : this;
  }

  /**
   * Like {@link #acquire()}, without blocking. Cancelling the future, or ending it in any other
   * way, withdraws the request; a hold that was just granted is given back.
   */
  public CompletableFuture<Hold> acquireAsync() {
    return acquireAsync(hub.completions());
  }

  CompletableFuture<Hold> acquireAsync(Executor executor) {
    return start(null).future(executor, Hold::new, Hold::giveBack);
  }

  /** Like {@link #tryAcquire()}, without blocking. */
  public CompletableFuture<Optional<Hold>> tryAcquireAsync() {
    return CallerFutures.mapIfAcquired(
        waitingOnlyIfAsked().acquireAsync(), hold -> hold, Hold::giveBack);
  }

  /** Like {@link #tryAcquire(Duration)}, without blocking. */
  public CompletableFuture<Optional<Hold>> tryAcquireAsync(Duration limit) {
    return waitUpTo(limit).tryAcquireAsync();
  }

  private Acquisition start(@Nullable Thread caller) {
    Options o = options;
    HoldHandle.Extras extras =
        new HoldHandle.Extras(o.holdAtMost, o.interruptsOnLoss ? caller : null, o.listeners);
    Acquisition acquisition =
        new Acquisition(
            hub,
            session,
            new Acquisition.Wish(
                o.targets,
                o.owner == null ? UNNAMED : o.owner,
                partyFor(caller),
                o.value,
                o.waitMillis,
                extras));
    acquisition.start();
    return acquisition;
  }

  private String partyFor(@Nullable Thread caller) {
    if (options.party != null) {
      return options.party;
    }
    return caller == null ? UNNAMED : threadLabel(caller);
  }

  /** For a thread alone: what another thread of the same owner holds is not this one's. */
  LockRequest forThread(Thread thread) {
    String label = threadLabel(thread);
    return owner(options.owner == null ? label : options.owner + OWNER_AND_THREAD + label);
  }

  @SuppressWarnings("deprecation") // threadId() came after Java 17.
  private static String threadLabel(Thread thread) {
    return "thread-" + thread.getId();
  }

  // ------------------------------------------------------------------------------ as locks

  /**
   * A lock for code that wants {@link Lock}: re-entrant, and bound to the thread that took it. A
   * hold that is lost stays locked here until it is unlocked; use {@link #onLost} or {@link
   * #interruptOnLoss} to hear of it, and {@link HoldLock#token} for the resource. It has no
   * conditions. An owner that was named is followed by the name of the thread.
   *
   * @throws IllegalArgumentException if that leaves no room for the owner's name
   * @throws IllegalStateException if {@link #waitUpTo} was called: {@link HoldLock#lock} cannot
   *     honour that; {@link HoldLock#tryLock(long, java.util.concurrent.TimeUnit)} says how long to
   *     wait
   */
  public HoldLock asLock() {
    if (options.waitMillis != Acquisition.FOREVER) {
      throw new IllegalStateException(
          "wait: %d ms (expected: no waitUpTo before asLock; use tryLock(time, unit))"
              .formatted(options.waitMillis));
    }
    if (options.owner != null) {
      TextLimits.require("owner of a Lock", options.owner, 1, MAX_OWNER_BYTES - THREAD_BYTES);
    }
    return new HoldLock(this);
  }

  /** The same key to read, shared, and to write, exclusive. */
  public HoldReadWriteLock asReadWriteLock() {
    return new HoldReadWriteLock(shared().asLock(), exclusive().asLock());
  }
}
