package io.tenure.client;

import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.TextLimits;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.session.HoldHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A granted lock, until it is released or lost. It is a handle: any thread that has it can use and
 * release it.
 *
 * <p>The client keeps the hold alive. It is lost if the service is unreachable for about as long as
 * the session's TTL, if an operator revokes it, or if it was held for longer than {@link
 * LockRequest#holdAtMost}. Then {@link #isValid()} returns false, the listeners are called, and
 * {@link #release} does nothing.
 *
 * <p><b>Not guaranteed.</b> A process that is paused, by its garbage collector or its hypervisor,
 * notices nothing until it continues; another client may hold the lock by then. Therefore pass
 * {@link #token()} to the resource that the lock protects, and let the resource refuse a token that
 * is smaller than one it has seen. During a suspend of the machine its monotonic clock can stand
 * still: then {@link #isValid()} can be wrong until the service has answered the keep-alive that
 * the client sends within about one second after the resume.
 */
public final class Hold implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Hold.class);

  private final HoldHandle handle;

  Hold(HoldHandle handle) {
    this.handle = handle;
  }

  /**
   * Returns the fencing token: greater than every token granted for these keys before. Also
   * available after the hold was lost or released.
   */
  public long token() {
    return handle.token();
  }

  /** Returns what is held. */
  public List<Target> targets() {
    return handle.targets();
  }

  /** Returns the keys that are held. */
  public List<String> keys() {
    return handle.keys();
  }

  /**
   * Returns the owner, within the session: {@code #} and a number unless {@link LockRequest#owner}
   * named one.
   */
  public String owner() {
    return handle.owner();
  }

  /** Returns the text that the holder has attached, as last confirmed by the service. */
  public String value() {
    return handle.value();
  }

  /**
   * Returns whether it is certain, by the monotonic clock of this machine, that nobody else holds
   * the lock now. The call costs nothing; make it before every step that matters.
   */
  public boolean isValid() {
    return !remaining().isZero();
  }

  /** Returns how long the lease is valid without another keep-alive; zero if it is not valid. */
  public Duration remaining() {
    return handle.remaining();
  }

  /** Whether it is known to be lost, which never changes back. */
  boolean isLost() {
    return handle.isLost();
  }

  /**
   * Adds a listener that is called once if the hold is lost, on the client's callback threads; at
   * once if it is lost already. The listener is not called if the hold is released, unless the
   * service answers that the hold had been lost before; then it is called before {@link #release}
   * returns.
   *
   * <p>The listener is called before the service can grant the lock to another client, and has one
   * second. The exception is a hold that an operator has revoked ({@link Loss#REVOKED}): the client
   * learns of it with the next keep-alive, after up to a third of the TTL. Another client may hold
   * the lock by then.
   */
  public Hold onLost(Consumer<Loss> listener) {
    Objects.requireNonNull(listener, "listener");
    handle.onLost(listener);
    return this;
  }

  /** Whether its loss has interrupted a thread. Does not change any more once it is released. */
  boolean hasInterrupted() {
    return handle.hasInterrupted();
  }

  // ------------------------------------------------------------------------------ releasing

  /**
   * Releases the hold and waits for the service to confirm it. Does nothing if the hold is lost or
   * was released, and returns if it is lost meanwhile. If the service answers that the hold had
   * been lost before, without this client having noticed, the listeners are called first.
   *
   * <p>If no answer comes in time, the release continues in the background until the service
   * answers or the session ends. The same happens if the thread is interrupted: then this method
   * returns at once, with the interrupt status set.
   *
   * @throws IndeterminateException if no answer came in time
   */
  public void release() {
    CompletableFuture<@Nullable Void> answer = handle.startRelease();
    try {
      CallerFutures.await(answer, handle.context().timeout(), () -> "release of " + keys());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Like {@link #release()}, without blocking. There is no timeout: the future completes when the
   * service answers or the session ends.
   */
  public CompletableFuture<@Nullable Void> releaseAsync() {
    return CallerFutures.deliver(handle.startRelease(), handle.context().completions());
  }

  /** Nobody wants it, nor wants to hear of it. */
  void giveBack() {
    handle.giveBack();
  }

  /** Completed when it is released, or nothing is left to be released. */
  CompletableFuture<@Nullable Void> released() {
    return handle.released();
  }

  /**
   * Releases the hold like {@link #release}, but does not throw: if no answer comes in time, that
   * is logged and the release continues in the background. If the thread is interrupted, this
   * method returns at once, with the interrupt status set.
   */
  @Override
  public void close() {
    try {
      release();
    } catch (TenureException e) {
      log.warn(
          "release of {} not confirmed; it continues in the background: {}",
          keys(),
          e.getMessage());
    }
  }

  // ------------------------------------------------------------------------------ the value

  /**
   * Replaces the text that is shown to anyone who inspects the lock.
   *
   * @param value at most 4,096 bytes in UTF-8
   * @throws RefusedException if the hold is lost or released
   * @throws IllegalArgumentException if the value is too long
   * @throws SessionLostException if the session ends meanwhile
   * @throws IndeterminateException if it is not known whether the value was set. With {@link
   *     Reason#NO_ANSWER} no answer came within the client's timeout: the client repeats the
   *     request until the service answers or the session ends, so the value may still change. With
   *     any other reason the service answered with an error that leaves the result open: then the
   *     request is not repeated. In both cases {@link #value()} returns the old value until the
   *     service confirms a new one. To set the value again is safe
   * @throws UnavailableException if the client is closed
   * @throws InterruptedException if interrupted; the request continues in the background, as above
   */
  public void setValue(String value) throws InterruptedException {
    TextLimits.requireValue(value);
    CallerFutures.await(
        handle.startSetValue(value),
        handle.context().timeout(),
        () -> "setting the value of " + keys());
  }

  /**
   * Like {@link #setValue}, without blocking. There is no timeout: the future completes when the
   * service answers or the session ends.
   */
  public CompletableFuture<@Nullable Void> setValueAsync(String value) {
    TextLimits.requireValue(value);
    return CallerFutures.deliver(handle.startSetValue(value), handle.context().completions());
  }

  @Override
  public String toString() {
    return handle.toString();
  }
}
