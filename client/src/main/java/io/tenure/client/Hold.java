package io.tenure.client;

import io.tenure.client.error.IndeterminateException;
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

  private final HoldHandle handle;

  Hold(HoldHandle handle) {
    this.handle = handle;
  }

  /**
   * The fencing token: greater than every token ever granted for these keys before. Still answers
   * when the hold is lost or released.
   */
  public long token() {
    return handle.token();
  }

  /** What is held. */
  public List<Target> targets() {
    return handle.targets();
  }

  public List<String> keys() {
    return handle.keys();
  }

  /**
   * Who holds, inside the session: {@code #} and a number if {@link LockRequest#owner} was not
   * used.
   */
  public String owner() {
    return handle.owner();
  }

  /** What others are told about the holder, as far as the service has confirmed it. */
  public String value() {
    return handle.value();
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
    return handle.remaining();
  }

  /** Whether it is known to be lost, which never changes back. */
  boolean isLost() {
    return handle.isLost();
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
    handle.onLost(listener);
    return this;
  }

  /** Whether its loss has interrupted a thread. Does not change any more once it is released. */
  boolean hasInterrupted() {
    return handle.hasInterrupted();
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
    CompletableFuture<@Nullable Void> answer = handle.startRelease();
    try {
      CallerFutures.await(answer, handle.hub().timeout(), () -> "release of " + keys());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Like {@link #release()}, without blocking. There is no timeout: the future is completed when
   * the service answers or the session is over.
   */
  public CompletableFuture<@Nullable Void> releaseAsync() {
    return CallerFutures.handOver(handle.startRelease(), handle.hub().completions());
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
    TextLimits.requireValue(value);
    CallerFutures.await(
        handle.startSetValue(value), handle.hub().timeout(), () -> "value of " + keys());
  }

  /**
   * Like {@link #setValue}, without blocking. There is no timeout: the future is completed when the
   * service answers or the session is over.
   */
  public CompletableFuture<@Nullable Void> setValueAsync(String value) {
    TextLimits.requireValue(value);
    return CallerFutures.handOver(handle.startSetValue(value), handle.hub().completions());
  }

  @Override
  public String toString() {
    return handle.toString();
  }
}
