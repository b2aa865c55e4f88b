package io.tenure.simulation.check;

import java.util.function.Supplier;

/** How often each guarantee was checked. */
public final class CheckCounts {
  /** By the promises' numbers. */
  private final long[] checks = new long[Promise.values().length + 1];

  /** Counts a test of a promise, and ends the run if it failed. */
  public void expect(Promise promise, boolean holds, Supplier<String> otherwise) {
    checks[promise.number()]++;
    if (!holds) {
      throw new PromiseBroken(promise, otherwise.get());
    }
  }

  public long checks(Promise promise) {
    return checks[promise.number()];
  }

  public void add(CheckCounts other) {
    for (int i = 0; i < checks.length; i++) {
      checks[i] += other.checks[i];
    }
  }
}
