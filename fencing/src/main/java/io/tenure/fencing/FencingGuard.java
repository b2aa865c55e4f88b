package io.tenure.fencing;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Protects one resource in this process: refuses a fencing token that is smaller than one it has
 * seen. An equal token passes, so a holder may write any number of times.
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
 * <p>Use one guard for each resource, for as long as the resource exists: a new guard knows nothing
 * of earlier tokens. If the resource outlives the process, store the token together with it, and
 * start with {@link #FencingGuard(String, long)}.
 *
 * <p>Prefer {@link #run} and {@link #call} to {@link #check}. They admit no newer token until the
 * action has ended. Between a {@code check} and the write that follows it, a newer holder can
 * write.
 *
 * <p>Thread-safe. Callers wait for the action that is running, so keep actions short.
 */
public final class FencingGuard {
  /**
   * Writes to the resource.
   *
   * @param <T> what it returns
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Action<T extends @Nullable Object, E extends Exception> {
    T call() throws E;
  }

  private final String resource;

  /** Held while an action runs. */
  private final ReentrantLock lock = new ReentrantLock();

  /** 0 if none was seen. Written under the lock; never decreases. */
  private volatile long highest;

  /**
   * A guard that has seen no token yet.
   *
   * @param resource its name in errors: 1 to 512 bytes in UTF-8
   */
  public FencingGuard(String resource) {
    this(resource, 0);
  }

  /**
   * A guard for a resource that was loaded together with the token it was last written with.
   *
   * @param resource its name in errors: 1 to 512 bytes in UTF-8
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
   * Refuses the token if a greater one was seen; otherwise records it. Waits for the action that is
   * running: after this returns, no action with a smaller token runs or will run.
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
   * Runs the action if no greater token was seen. No other action runs until it has ended.
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
   * Like {@link #run}, for an action that returns a value or throws a checked exception. A token
   * counts as seen even if its action fails: its holder did hold the lock.
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

  /** With the lock held. */
  private void admit(long token) {
    if (token < highest) {
      throw new StaleTokenException(resource, token, highest);
    }
    if (token > highest && lock.getHoldCount() > 1) {
      // The outer action would continue with a token that is stale now.
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

  /** The highest token seen; 0 if there was none. Does not wait for a running action. */
  public long highest() {
    return highest;
  }

  @Override
  public String toString() {
    return "FencingGuard[" + resource + ", seen " + highest + "]";
  }
}
