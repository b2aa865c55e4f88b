package io.tenure.simulation.stage;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compares what happened with what a story is told for. The first thing that is missing counts. */
public final class Proof {
  private @Nullable String missing;

  /** A fact; it may rely on those before it. */
  public Proof that(String expected, BooleanSupplier fact) {
    if (missing == null && !fact.getAsBoolean()) {
      missing = expected;
    }
    return this;
  }

  /** What all the facts together show. */
  public Ending shows(Supplier<String> what) {
    return missing == null
        ? new Ending(true, what.get())
        : new Ending(false, "not true in this run: " + missing);
  }
}
