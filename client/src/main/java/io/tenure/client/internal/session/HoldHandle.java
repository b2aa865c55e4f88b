package io.tenure.client.internal.session;

import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Target;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.ClientLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One handle of a {@link ServiceHold}; the implementation of a user's {@link Hold}.
 *
 * <table>
 * <caption>State transitions, guarded by the lock</caption>
 * <tr><th>from</th><th>event</th><th>to</th></tr>
 * <tr><td>HELD</td><td>released by the user</td><td>RELEASED</td></tr>
 * <tr><td>HELD</td><td>lost, whatever the reason</td><td>LOST</td></tr>
 * <tr><td>RELEASED</td><td>revoked or session expired before the release</td><td>LOST</td></tr>
 * <tr><td>RELEASED</td><td>any other loss</td><td>RELEASED</td></tr>
 * <tr><td>LOST</td><td>anything</td><td>LOST</td></tr>
 * </table>
 *
 * <p>Any thread may call it, except where a method says otherwise.
 */
public final class HoldHandle {
  private enum State {
    HELD,
    /** The user has released it; the service may not have answered yet. */
    RELEASED,
    LOST
  }

  /**
   * What the user asked of the handle.
   *
   * @param holdAtMost null for no limit
   * @param interruptOnLoss null to interrupt no thread
   */
  public record Options(
      @Nullable Duration holdAtMost,
      @Nullable Thread interruptOnLoss,
      List<Consumer<Loss>> listeners) {}

  private final ServiceHold hold;
  private final Options options;
  private final CompletableFuture<@Nullable Void> released = new CompletableFuture<>();

  /** Guards the fields below; never held while waiting, nor while a user's code runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private final List<Consumer<Loss>> listeners;
  private volatile State state = State.HELD;

  /** Set exactly when the state becomes LOST. */
  private @Nullable Loss loss;

  private boolean hasInterrupted;
  private ClientLoop.Timer limit = () -> {};

  /** For the loop. Completed when the listeners have returned, or have had their time. */
  private CompletableFuture<@Nullable Void> listenersDone = CompletableFuture.completedFuture(null);

  HoldHandle(ServiceHold hold, Options options) {
    this.hold = hold;
    this.options = options;
    this.listeners = new ArrayList<>(options.listeners());
  }

  /** On the loop, before any other thread has the handle. */
  void startLimit() {
    Duration holdAtMost = options.holdAtMost();
    if (holdAtMost != null) {
      limit = context().loop().after(holdAtMost.toNanos(), hold::onLimitReached);
    }
  }

  public ClientContext context() {
    return hold.part().context();
  }

  public long token() {
    return hold.token();
  }

  public List<Target> targets() {
    return hold.targets();
  }

  public List<String> keys() {
    return hold.targets().stream().map(Target::key).toList();
  }

  public String owner() {
    return hold.owner();
  }

  public String value() {
    return hold.value();
  }

  /** How long the service lets nobody else in without another keep-alive; zero if it may now. */
  public Duration remaining() {
    long nanos = hold.part().goodUntilNanos() - System.nanoTime();
    return nanos <= 0 || isOver() ? Duration.ZERO : Duration.ofNanos(nanos);
  }

  /** Whether it is known to be lost. Never changes back. */
  public boolean isLost() {
    return state == State.LOST || hold.loss() != null;
  }

  private boolean isOver() {
    return state != State.HELD || isLost();
  }

  /** See {@link Hold#onLost}. */
  public void onLost(Consumer<Loss> listener) {
    Loss already;
    lock.lock();
    try {
      already = loss;
      if (state == State.HELD) {
        listeners.add(listener);
      }
    } finally {
      lock.unlock();
    }
    if (already != null) {
      var unused = notifyListeners(List.of(listener), already);
    }
  }

  // --------------------------------------------------------------------------------- losing

  /**
   * On the loop. See the class for what a loss means for a handle that is being released.
   *
   * @return completed when the listeners have returned, or have had their time
   */
  CompletableFuture<@Nullable Void> lose(Loss reason) {
    List<Consumer<Loss>> toNotify = markLost(reason);
    if (toNotify != null) {
      listenersDone = notifyListeners(toNotify, reason);
    }
    return listenersDone;
  }

  /** The listeners to notify; null if this loss changes nothing. */
  private @Nullable List<Consumer<Loss>> markLost(Loss reason) {
    lock.lock();
    try {
      boolean endedAtService = reason == Loss.REVOKED || reason == Loss.SESSION_EXPIRED;
      if (state == State.LOST || (state == State.RELEASED && !endedAtService)) {
        return null;
      }
      boolean wasHeld = state == State.HELD;
      state = State.LOST;
      loss = reason;
      limit.cancel();
      List<Consumer<Loss>> toNotify = List.copyOf(listeners);
      listeners.clear();
      Thread worker = options.interruptOnLoss();
      if (worker != null && wasHeld) {
        hasInterrupted = !worker.isInterrupted(); // Otherwise the interrupt has another cause.
        worker.interrupt();
      }
      return toNotify;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the loss has interrupted a thread. Does not change after the release. */
  public boolean hasInterrupted() {
    lock.lock();
    try {
      return hasInterrupted;
    } finally {
      lock.unlock();
    }
  }

  private CompletableFuture<@Nullable Void> notifyListeners(
      List<Consumer<Loss>> toNotify, Loss reason) {
    return context().callbackThreads().notifyAll(toNotify, reason, keys().toString());
  }

  /** On the loop. Completed when no listener is being notified of a loss. */
  CompletableFuture<@Nullable Void> listenersDone() {
    return listenersDone;
  }

  // ------------------------------------------------------------------------------ releasing

  /** Releases a handle that no caller has: its listeners are not notified. */
  public void giveBack() {
    lock.lock();
    try {
      listeners.clear();
    } finally {
      lock.unlock();
    }
    var unused = startRelease();
  }

  /** The hold has ended at the service although the user did not release it. */
  void markReleased() {
    released.complete(null);
  }

  /** Completed when the hold has ended at the service, or is lost. */
  public CompletableFuture<@Nullable Void> released() {
    return released;
  }

  /** Releases it unless that has happened; see {@link #released} for what it returns. */
  public CompletableFuture<@Nullable Void> startRelease() {
    State before;
    lock.lock();
    try {
      before = state;
      state = before == State.HELD ? State.RELEASED : before;
      limit.cancel();
    } finally {
      lock.unlock();
    }
    if (before == State.LOST) {
      released.complete(null);
    } else if (before == State.HELD
        && !context().loop().offer(() -> hold.release(this, released))) {
      released.complete(null); // The client is closed, and every hold of it has ended.
    }
    return released;
  }

  public CompletableFuture<@Nullable Void> startSetValue(String value) {
    CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
    if (isOver()) {
      CallerFutures.fail(answer, () -> new RefusedException(Reason.NOT_HELD, toString(), null));
    } else if (!context().loop().offer(() -> hold.setValue(value, answer))) {
      CallerFutures.failClosed(answer);
    }
    return answer;
  }

  @Override
  public String toString() {
    String shown = isLost() ? "lost" : state == State.RELEASED ? "released" : "held";
    return "Hold[" + keys() + ", token " + token() + ", " + shown + "]";
  }
}
