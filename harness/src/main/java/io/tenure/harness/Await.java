package io.tenure.harness;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting in tests, with a limit that a test on a healthy machine does not reach. */
public final class Await {
  /** The limit of every method here, for other calls that take one. */
  public static final long SECONDS = 60;

  private static final Duration INTERVAL = Duration.ofMillis(5);

  private Await() {}

  /**
   * Polls until the condition holds.
   *
   * @param what describes the condition, for the failure
   */
  public static <E extends Exception> void until(String what, TimeLimit.Condition<E> condition)
      throws E {
    try {
      TimeLimit.of(Duration.ofSeconds(SECONDS)).until(what, INTERVAL, condition);
    } catch (TimeoutException e) {
      throw new AssertionError(e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(what, e);
    }
  }

  /** The result of a task that must succeed. */
  public static <T> T result(String what, Future<T> task) {
    try {
      return task.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("not within " + SECONDS + " s: " + what, e);
    } catch (ExecutionException e) {
      throw new AssertionError("failed: " + what, e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(what, e);
    }
  }

  /** The result of a task, or the exception that it threw. */
  public static <T> T outcome(Future<T> task) throws Exception {
    try {
      return task.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception thrown) {
        throw thrown;
      }
      throw e;
    }
  }

  private static AssertionError interrupted(String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new AssertionError("interrupted while waiting: " + what, e);
  }
}
