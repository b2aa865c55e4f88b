package io.tenure.client;

import io.tenure.client.connection.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that is held, until it is released or lost. It is a handle: whoever has it may use and
 * release it, on any thread.
 *
 * <p><b>What it does not promise.</b> A process that is paused, by its garbage collector or by its
 * hypervisor, notices nothing until it goes on, and by then another may hold the key. So give
 * {@link #token()} to whatever the lock protects, and let that refuse a token that is smaller than
 * one it has seen. During a suspend of the machine its monotonic clock may stand still: then {@link
 * #isValid()} may be wrong until the service has answered the keep-alive that the client sends
 * within about a second after the resume.
 *
 * <p>It is kept alive by itself. It is lost if the service cannot be reached for about as long as
 * the session's term, if an operator revokes it, or if it was held for longer than {@link
 * LockRequest#holdAtMost}. Then {@link #isValid()} is false, the listeners are told, and releasing
 * it does nothing.
 */
public final class Hold implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Hold.class);

  /**
   * What a hold is to do.
   *
   * @param atMost null for no limit
   * @param interrupted the thread to interrupt when it is lost
   */
  record Extras(
      @Nullable Duration atMost, @Nullable Thread interrupted, List<Consumer<Loss>> listeners) {}

  private final Held held;
  private final Extras extras;
  private final CompletableFuture<@Nullable Void> released = new CompletableFuture<>();

  /** Guards the fields below; never held while waiting, nor while a user's code runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private final List<Consumer<Loss>> listeners;
  private volatile boolean done;
  private volatile @Nullable Loss loss;
  private boolean interrupted;
  private Loop.Timer limit = () -> {};

  /** For the loop. Completed when the listeners have been told that it is lost. */
  private CompletableFuture<@Nullable Void> told = CompletableFuture.completedFuture(null);

  Hold(Held held, Extras extras) {
    this.held = held;
    this.extras = extras;
    this.listeners = new ArrayList<>(extras.listeners());
  }

  /** On the loop, before anybody else has it. */
  void begin() {
    Duration atMost = extras.atMost();
    if (atMost != null) {
      limit = hub().loop().after(atMost.toNanos(), held::heldTooLong);
    }
  }

  private Hub hub() {
    return held.part().hub();
  }

  /**
   * The fencing token: greater than every token ever granted for these keys before. Still answers
   * when the hold is lost or released.
   */
  public long token() {
    return held.token();
  }

  /** What is held. */
  public List<Target> targets() {
    return held.targets();
  }

  public List<String> keys() {
    return held.targets().stream().map(Target::key).toList();
  }

  /**
   * Who holds, inside the session: {@code #} and a number if {@link LockRequest#owner} was not
   * used.
   */
  public String owner() {
    return held.owner();
  }

  /** What others are told about the holder, as far as the service has confirmed it. */
  public String value() {
    return held.value();
  }

  /**
   * Whether it is certain, by this machine's monotonic clock, that nobody else holds this now.
   * Costs nothing; ask it before every step that matters.
   */
  public boolean isValid() {
    return !remaining().isZero();
  }

  /** How long it is good for without another keep-alive; zero if it is not. */
  public Duration remaining() {
    long nanos = held.part().goodUntilNanos() - System.nanoTime();
    return nanos <= 0 || isOver() ? Duration.ZERO : Duration.ofNanos(nanos);
  }

  /** Whether it is known to be lost, which never changes back. */
  boolean isLost() {
    return loss != null || held.loss() != null;
  }

  private boolean isOver() {
    return done || isLost();
  }

  /**
   * Has the listener told when this is lost: once, on the callback executor of the client; at once
   * if it is lost already. Not told if it is released, unless the service answers the release that
   * it had been lost before: then it is told before {@link #release} returns.
   *
   * <p>It is told before the service may let another in, and has a second for what it does; but of
   * a hold that an operator has revoked ({@link Loss#REVOKED}) the client hears with the next
   * keep-alive, after up to a third of the TTL. By then another may hold it.
   */
  public Hold onLost(Consumer<Loss> listener) {
    Objects.requireNonNull(listener, "listener");
    Loss already;
    lock.lock();
    try {
      already = loss;
      if (already == null && !done) {
        listeners.add(listener);
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      var unused = tell(List.of(listener), already);
    }
    return this;
  }

  // --------------------------------------------------------------------------------- losing

  /**
   * On the loop. A hold that is being released is lost, too, if the service had taken it away
   * before; it is not if that was only about to happen.
   *
   * @return completed when the listeners have been told
   */
  CompletableFuture<@Nullable Void> lost(Loss reason) {
    List<Consumer<Loss>> toBeTold = markLost(reason);
    if (toBeTold != null) {
      told = tell(toBeTold, reason);
    }
    return told;
  }

  /** Those to be told; null if it was over before. */
  private @Nullable List<Consumer<Loss>> markLost(Loss reason) {
    boolean wasTakenAway = reason == Loss.REVOKED || reason == Loss.SESSION_EXPIRED;
    lock.lock();
    try {
      if (loss != null || (done && !wasTakenAway)) {
        return null;
      }
      loss = reason;
      limit.cancel();
      List<Consumer<Loss>> toBeTold = List.copyOf(listeners);
      listeners.clear();
      Thread worker = extras.interrupted();
      if (worker != null && !done) {
        interrupted = !worker.isInterrupted(); // Else somebody else has done it.
        worker.interrupt();
      }
      return toBeTold;
    } finally {
      lock.unlock();
    }
  }

  /** Whether its loss has interrupted a thread. Does not change any more once it is released. */
  boolean hasInterrupted() {
    lock.lock();
    try {
      return interrupted;
    } finally {
      lock.unlock();
    }
  }

  private CompletableFuture<@Nullable Void> tell(List<Consumer<Loss>> toBeTold, Loss reason) {
    return hub().users().tell(toBeTold, reason, keys().toString());
  }

  // ------------------------------------------------------------------------------ releasing

  /**
   * Gives it back and waits for the service to say so. Does nothing if it is lost or was released,
   * and returns if it is lost meanwhile: either way nobody holds it through this handle any more.
   * If the service answers that it had been lost before, without this client having heard of it,
   * the listeners are told first.
   *
   * <p>If no answer comes in time, the release goes on in the background until it is answered or
   * the session is over. So it does if the thread is interrupted: then this returns at once, with
   * the thread's interrupt status set.
   *
   * @throws IndeterminateException if no answer came in time
   */
  public void release() {
    CompletableFuture<@Nullable Void> answer = startRelease();
    try {
      Futures.await(answer, hub().timeout(), () -> "release of " + keys());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Like {@link #release()}, without blocking. There is no timeout: the future is completed when
   * the service answers or the session is over.
   */
  public CompletableFuture<@Nullable Void> releaseAsync() {
    return Futures.handOver(startRelease(), hub().completions());
  }

  /** Nobody wants it, nor wants to hear of it. */
  void giveBack() {
    lock.lock();
    try {
      listeners.clear();
    } finally {
      lock.unlock();
    }
    var unused = startRelease();
  }

  /** On the loop. Completed when the listeners have been told that it is lost, if it is. */
  CompletableFuture<@Nullable Void> told() {
    return told;
  }

  /** Without having been asked to, after it was lost. */
  void isReleased() {
    released.complete(null);
  }

  /** Completed when it is released, or nothing is left to be released. */
  CompletableFuture<@Nullable Void> released() {
    return released;
  }

  private CompletableFuture<@Nullable Void> startRelease() {
    boolean first;
    boolean lost;
    lock.lock();
    try {
      first = !done;
      lost = loss != null;
      done = true;
      limit.cancel();
    } finally {
      lock.unlock();
    }
    if (lost) {
      released.complete(null);
    } else if (first && !hub().loop().offer(() -> held.drop(this, released))) {
      released.complete(null); // The client is closed, and everything with it.
    }
    return released;
  }

  /**
   * Releases it, as {@link #release} does, but does not throw: an answer that does not come is
   * logged, and the release goes on in the background. So it does if the thread is interrupted;
   * then this returns at once, with the interrupt status set.
   */
  @Override
  public void close() {
    try {
      release();
    } catch (TenureException e) {
      log.warn("{} is being released, but the service has not said so: {}", keys(), e.getMessage());
    }
  }

  // ------------------------------------------------------------------------------ the value

  /**
   * Tells others something else about the holder.
   *
   * @param value at most 4,096 bytes in UTF-8
   * @throws RefusedException if this is lost or released
   * @throws IllegalArgumentException if the value is too long
   * @throws SessionLostException if the session is lost meanwhile
   * @throws IndeterminateException if it is not known whether the value was set. With {@link
   *     Reason#NO_ANSWER} no answer came within the client's timeout: the client goes on sending
   *     the request until the service answers it or the session is over, so the value may still
   *     change. With any other reason the service answered with an error that leaves this open:
   *     then the request is not sent again. In both cases {@link #value()} returns the old value
   *     until the service confirms a new one; setting the value again is safe
   * @throws UnavailableException if the client is closed
   * @throws InterruptedException if interrupted; the request goes on in the background, as above
   */
  public void setValue(String value) throws InterruptedException {
    LockRequest.requireValue(value);
    Futures.await(startSetValue(value), hub().timeout(), () -> "value of " + keys());
  }

  /**
   * Like {@link #setValue}, without blocking. There is no timeout: the future is completed when the
   * service answers or the session is over.
   */
  public CompletableFuture<@Nullable Void> setValueAsync(String value) {
    LockRequest.requireValue(value);
    return Futures.handOver(startSetValue(value), hub().completions());
  }

  private CompletableFuture<@Nullable Void> startSetValue(String value) {
    CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
    if (isOver()) {
      Futures.fail(answer, () -> new RefusedException(Reason.NOT_HELD, toString(), null));
    } else if (!hub().loop().offer(() -> held.setValue(value, answer))) {
      Futures.failClosed(answer);
    }
    return answer;
  }

  @Override
  public String toString() {
    String state = isLost() ? "lost" : done ? "released" : "held";
    return "Hold[" + keys() + ", token " + token() + ", " + state + "]";
  }
}
