package io.tenure.client;

import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.session.Acquisition;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.internal.session.ClientSession;
import io.tenure.client.internal.session.LockOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request for one or more locks. Immutable: each method returns a new request, which can be used
 * any number of times.
 *
 * <pre>{@code
 * try (Hold hold = tenure.lock("/billing/month-end").waitUpTo(Duration.ofSeconds(30)).acquire()) {
 *   ledger.close(month, hold.token());
 * }
 * }</pre>
 *
 * <p><b>Owners.</b> The owner decides which requests conflict. Every acquire has a new owner unless
 * {@link #owner} names one, so two tasks never share a lock, even on the same pool thread. Holds of
 * one named owner never conflict: to acquire exactly what the owner already holds returns another
 * handle of the same hold, and the hold ends when its last handle is released. {@link #asLock} is
 * re-entrant by thread.
 *
 * <p><b>Parties.</b> The party is the unit of deadlock detection and decides nothing else. It is
 * the calling thread if the call blocks, unless {@link #party} names one. An acquire that would
 * make a party wait for itself, directly or through others, fails at once with {@link
 * DeadlockException}: for example, a thread that asks for a key that it already holds.
 *
 * <p><b>Nothing leaks.</b> A request that times out, is interrupted or is cancelled is withdrawn;
 * if it was just granted, the hold is released. If the connection of a waiting request breaks, the
 * request is suspended and sent again on the next connection. It then regains its queue position,
 * unless something that it must wait for has queued behind that position meanwhile.
 *
 * <p><b>Shards.</b> All keys of one request must be in one shard of the service. Otherwise the
 * request is refused with {@link Reason#CROSS_SHARD}. Keys with the same first segment are always
 * in one shard.
 */
public final class LockRequest {
  private final ClientContext context;
  private final Supplier<ClientSession> session;
  private final LockOptions options;

  LockRequest(ClientContext context, Supplier<ClientSession> session, LockOptions options) {
    this.context = context;
    this.session = session;
    this.options = options;
  }

  private LockRequest with(LockOptions changed) {
    return new LockRequest(context, session, changed);
  }

  // ------------------------------------------------------------------------------------ what

  /** Shares the lock with other shared holders; exclusive holders are kept out. */
  public LockRequest shared() {
    return with(options.withTargets(t -> new Target(t.key(), Mode.SHARED, t.scope(), 0)));
  }

  /** Locks for one owner alone. This is the default. */
  public LockRequest exclusive() {
    return with(options.withTargets(t -> new Target(t.key(), Mode.EXCLUSIVE, t.scope(), 0)));
  }

  /**
   * Takes one permit of a semaphore. Every request for the key must name the same number of
   * permits.
   *
   * <p>Every acquire takes its own permit, unless {@link #owner} names an owner: one owner has at
   * most one permit of a semaphore.
   *
   * @param permits the number of permits of the semaphore, 1 to 1,000,000
   * @throws IllegalArgumentException if the number is out of range
   */
  public LockRequest semaphore(int permits) {
    return with(options.withTargets(t -> new Target(t.key(), Mode.SEMAPHORE, t.scope(), permits)));
  }

  /** Also locks everything below the key. */
  public LockRequest subtree() {
    return with(options.withTargets(Target::subtree));
  }

  // ------------------------------------------------------------------------------------ how

  /**
   * Names the owner of the hold, within the session. Holds of one owner never conflict with each
   * other.
   *
   * @param owner 1 to 128 bytes in UTF-8; must not begin with {@code #}
   */
  public LockRequest owner(String owner) {
    return with(options.withOwner(owner));
  }

  /**
   * Names the party that waits, within the session: the unit of deadlock detection. Use it for a
   * task that acquires from several threads, or asynchronously, so that its deadlocks are detected.
   *
   * @param party 1 to 128 bytes in UTF-8; must not begin with {@code #}
   */
  public LockRequest party(String party) {
    return with(options.withParty(party));
  }

  /**
   * Attaches text that is shown to anyone who inspects the lock.
   *
   * @param value at most 4,096 bytes in UTF-8
   */
  public LockRequest value(String value) {
    return with(options.withValue(value));
  }

  /**
   * Limits the wait for other holders. Without a limit, the request waits as long as the session
   * lives.
   *
   * <p>The time starts when there is a session to send the request in. If the client cannot open a
   * session within the limit plus two seconds, or within its timeout, whichever is shorter, the
   * acquire throws {@link UnavailableException}: a long limit does not make it wait longer for an
   * unreachable service. If the service does not answer within two seconds after the limit, the
   * acquire throws {@link IndeterminateException}, or {@link UnavailableException} if the request
   * was never sent.
   *
   * @param limit zero not to wait at all; at most one day
   */
  public LockRequest waitUpTo(Duration limit) {
    return with(options.withWait(limit));
  }

  /**
   * Limits how long the hold lasts, so that a job that hangs does not hold the lock for ever. After
   * the limit the hold is lost ({@link Loss#HELD_TOO_LONG}), and it is released when its listeners
   * have been called. If its owner has acquired the same again, all handles of the hold are lost,
   * whatever their own limits are.
   */
  public LockRequest holdAtMost(Duration limit) {
    return with(options.withHoldAtMost(limit));
  }

  /** Interrupts the acquiring thread if the hold is lost. Has no effect on asynchronous calls. */
  public LockRequest interruptOnLoss() {
    return with(options.withInterruptOnLoss());
  }

  /** Adds a listener that is called if the hold is lost; see {@link Hold#onLost}. */
  public LockRequest onLost(Consumer<Loss> listener) {
    return with(options.withListener(listener));
  }

  // ------------------------------------------------------------------------------- acquiring

  /**
   * Waits until the lock is granted.
   *
   * @throws NotAcquiredException if {@link #waitUpTo} is zero and the lock is not free
   * @throws TimedOutException if others still held the lock when the wait timeout expired
   * @throws DeadlockException if the request would wait for ever
   * @throws SessionLostException if the session ends meanwhile
   * @throws RefusedException if the request cannot be granted as it is
   * @throws UnavailableException if the service is unreachable within the client's timeout
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   * @throws InterruptedException if interrupted; the request is withdrawn
   */
  public Hold acquire() throws InterruptedException {
    return new Hold(start(Thread.currentThread()).await());
  }

  /** Like {@link #acquire()}, but interrupts do not end the wait. */
  public Hold acquireUninterruptibly() {
    return new Hold(start(Thread.currentThread()).awaitUninterruptibly());
  }

  /**
   * Acquires the lock if it is free. Waits only if {@link #waitUpTo} was called.
   *
   * @return empty if the lock is not free, or did not become free in time
   * @throws DeadlockException if the request would wait for ever
   * @throws SessionLostException if the session ends meanwhile
   * @throws RefusedException if the request cannot be granted as it is
   * @throws UnavailableException if the service is unreachable
   * @throws IndeterminateException if no answer came in time; the request may have been granted,
   *     and the client withdraws it
   * @throws InterruptedException if interrupted; the request is withdrawn
   */
  public Optional<Hold> tryAcquire() throws InterruptedException {
    try {
      return Optional.of(waitingOnlyIfAsked().acquire());
    } catch (NotAcquiredException e) {
      return Optional.empty();
    }
  }

  /**
   * Like {@link #tryAcquire()}, but waits at most for the limit.
   *
   * @param limit as for {@link #waitUpTo}: zero not to wait; at most one day
   * @throws IllegalArgumentException if the limit is out of range
   */
  public Optional<Hold> tryAcquire(Duration limit) throws InterruptedException {
    return waitUpTo(limit).tryAcquire();
  }

  private LockRequest waitingOnlyIfAsked() {
    return options.hasWaitLimit() ? this : waitUpTo(Duration.ZERO);
  }

  /**
   * Like {@link #acquire()}, without blocking. To cancel the future, or to complete it in any other
   * way, withdraws the request; if it was just granted, the hold is released.
   */
  public CompletableFuture<Hold> acquireAsync() {
    return acquireAsync(context.completions());
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
    Acquisition acquisition = new Acquisition(context, session, options.toSpec(caller));
    acquisition.start();
    return acquisition;
  }

  /** Bound to a thread: see {@link #asLock}. */
  LockRequest forThread(Thread thread) {
    return with(options.forThread(thread));
  }

  // ------------------------------------------------------------------------------ as locks

  /**
   * Returns the lock as a {@link Lock}: re-entrant, and bound to the thread that locked it. A named
   * owner gets the name of the thread appended. There are no conditions.
   *
   * <p>A hold that is lost stays locked in this process until it is unlocked. Use {@link #onLost}
   * or {@link #interruptOnLoss} to be told, and {@link HoldLock#token} for the resource.
   *
   * @throws IllegalArgumentException if the owner's name is too long to append the thread's name
   * @throws IllegalStateException if {@link #waitUpTo} was called, because {@link HoldLock#lock}
   *     has no time limit; use {@link HoldLock#tryLock(long, java.util.concurrent.TimeUnit)}
   *     instead
   */
  public HoldLock asLock() {
    options.requireThreadBound();
    return new HoldLock(this);
  }

  /** Returns the key as two locks: a shared lock for readers and an exclusive lock for writers. */
  public HoldReadWriteLock asReadWriteLock() {
    return new HoldReadWriteLock(shared().asLock(), exclusive().asLock());
  }
}
