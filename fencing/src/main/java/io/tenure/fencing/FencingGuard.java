package io.tenure.fencing;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stands before one resource in this process, and refuses a token that is smaller than one it has
 * seen. An equal one passes: a holder may write as often as it likes.
 *
 * <pre>{@code
 * final class Ledger {
 *   private final FencingGuard guard = new FencingGuard("ledger");
 *
 *   void append(Entry entry, long token) {
 *     guard.run(token, () -> entries.add(entry));
 *   }
 * }
 * }</pre>
 *
 * <p>One guard belongs to one resource and should live exactly as long: it is a number and a lock,
 * and a guard that is made anew has forgotten what it saw. If the resource outlives the process,
 * store the token together with it and begin with {@link #FencingGuard(String, long)}.
 *
 * <p>Prefer {@link #run} and {@link #call} to {@link #check}. They keep a newer token out until the
 * action has ended; between a mere check and what follows it, a newer holder can come and go.
 *
 * <p>Any thread may use it. Callers wait for the action that is running, so keep actions short.
 */
public final class FencingGuard {
  /**
   * What is to be done under the check.
   *
   * @param <T> what it gives
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Action<T extends @Nullable Object, E extends Exception> {
    T call() throws E;
  }

  private final String resource;

  /** Held while an action runs. */
  private final ReentrantLock lock = new ReentrantLock();

  /** 0: none was seen. Written under the lock; never shrinks. */
  private volatile long highest;

  /**
   * A guard that has seen nothing yet.
   *
   * @param resource names it in errors: 1 to 512 bytes in UTF-8
   */
  public FencingGuard(String resource) {
    this(resource, 0);
  }

  /**
   * A guard for a resource that was loaded together with the token it was last written with.
   *
   * @param resource names it in errors: 1 to 512 bytes in UTF-8
   * @param highest the highest token seen so far; 0 for none
   */
  public FencingGuard(String resource, long highest) {
    Limits.requireResource(resource);
    if (highest != 0) {
      Limits.requireToken(highest);
    }
    this.resource = resource;
    this.highest = highest;
  }

  /**
   * Refuses the token if a greater one was seen, and remembers it otherwise. Waits for an action
   * that is running: when this returns, none under a smaller token runs, nor will.
   *
   * @param token positive and below 2^53
   * @throws StaleTokenException if a greater one was seen
   */
  public void check(long token) {
    Limits.requireToken(token);
    lock.lock();
    try {
      admit(token);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs the action if no greater token was seen, and lets no other in until it has ended.
   *
   * @param token positive and below 2^53
   * @throws StaleTokenException if a greater one was seen; then the action was not run
   */
  public void run(long token, Runnable action) {
    Limits.requireToken(token);
    lock.lock();
    try {
      admit(token);
      action.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Like {@link #run}, for an action that gives something or throws something. A token counts as
   * seen even if its action fails: who holds it did hold the lock.
   *
   * @param token positive and below 2^53
   * @throws StaleTokenException if a greater one was seen; then the action was not run
   */
  public <T extends @Nullable Object, E extends Exception> T call(long token, Action<T, E> action)
      throws E {
    Limits.requireToken(token);
    lock.lock();
    try {
      admit(token);
      return action.call();
    } finally {
      lock.unlock();
    }
  }

  /** Under the lock. */
  private void admit(long token) {
    if (token < highest) {
      throw new StaleTokenException(resource, token, highest);
    }
    if (token > highest && lock.getHoldCount() > 1) {
      // The action around this one would go on with a token that has become old under its feet.
      throw new IllegalStateException(
          resource
              + ": token "
              + token
              + " inside an action (expected: "
              + highest
              + ", the action's own)");
    }
    highest = token;
  }

  public String resource() {
    return resource;
  }

  /** The highest token seen; 0 if there was none. Does not wait for an action. */
  public long highest() {
    return highest;
  }

  @Override
  public String toString() {
    return "FencingGuard[" + resource + ", seen " + highest + "]";
  }
}
