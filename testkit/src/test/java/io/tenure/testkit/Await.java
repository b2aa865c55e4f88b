package io.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come in the end. */
final class Await {
  private static final long PATIENCE_SECONDS = 30;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Await() {}

  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("time to wait until %s", what).isLessThan(deadline);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
