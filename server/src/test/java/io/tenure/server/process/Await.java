package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Patience, with an end far beyond what anything here should take. */
final class Await {
  static final long SECONDS = 60;

  private Await() {}

  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("time to wait until " + what).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  static <T> T result(String what, CompletableFuture<T> future) {
    try {
      return future.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("not in " + SECONDS + " s: " + what, e);
    } catch (ExecutionException e) {
      throw new AssertionError("failed: " + what, e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted: " + what, e);
    }
  }
}
