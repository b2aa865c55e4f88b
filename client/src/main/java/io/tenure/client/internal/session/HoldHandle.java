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
 * One handle of a {@link ServiceHold}: what stands behind the {@code Hold} of a user. Any thread,
 * except where a method says otherwise.
 */
public final class HoldHandle {
  /**
   * What a handle is to do.
   *
   * @param atMost null for no limit
   * @param interrupted the thread to interrupt when it is lost
   */
  public record Extras(
      @Nullable Duration atMost, @Nullable Thread interrupted, List<Consumer<Loss>> listeners) {}

  private final ServiceHold held;
  private final Extras extras;
  private final CompletableFuture<@Nullable Void> released = new CompletableFuture<>();

  /** Guards the fields below; never held while waiting, nor while a user's code runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private final List<Consumer<Loss>> listeners;
  private volatile boolean done;
  private volatile @Nullable Loss loss;
  private boolean interrupted;
  private ClientLoop.Timer limit = () -> {};

  /** For the loop. Completed when the listeners have been told that it is lost. */
  private CompletableFuture<@Nullable Void> told = CompletableFuture.completedFuture(null);

  HoldHandle(ServiceHold held, Extras extras) {
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

  public ClientContext hub() {
    return held.part().hub();
  }

  public long token() {
    return held.token();
  }

  public List<Target> targets() {
    return held.targets();
  }

  public List<String> keys() {
    return held.targets().stream().map(Target::key).toList();
  }

  public String owner() {
    return held.owner();
  }

  public String value() {
    return held.value();
  }

  /** How long it is good for without another keep-alive; zero if it is not. */
  public Duration remaining() {
    long nanos = held.part().goodUntilNanos() - System.nanoTime();
    return nanos <= 0 || isOver() ? Duration.ZERO : Duration.ofNanos(nanos);
  }

  /** Whether it is known to be lost, which never changes back. */
  public boolean isLost() {
    return loss != null || held.loss() != null;
  }

  boolean isOver() {
    return done || isLost();
  }

  /** See {@link Hold#onLost}. */
  public void onLost(Consumer<Loss> listener) {
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
  public boolean hasInterrupted() {
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

  /** Nobody wants it, nor wants to hear of it. */
  public void giveBack() {
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
  public CompletableFuture<@Nullable Void> released() {
    return released;
  }

  /** Completed when the service has answered, or nothing is left to be released. */
  public CompletableFuture<@Nullable Void> startRelease() {
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

  public CompletableFuture<@Nullable Void> startSetValue(String value) {
    CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
    if (isOver()) {
      CallerFutures.fail(answer, () -> new RefusedException(Reason.NOT_HELD, toString(), null));
    } else if (!hub().loop().offer(() -> held.setValue(value, answer))) {
      CallerFutures.failClosed(answer);
    }
    return answer;
  }

  @Override
  public String toString() {
    String state = isLost() ? "lost" : done ? "released" : "held";
    return "Hold[" + keys() + ", token " + token() + ", " + state + "]";
  }
}
