package io.tenure.cli;

import io.tenure.simulation.ExploreOptions;
import io.tenure.simulation.Explorer;
import io.tenure.simulation.SimulatedSystem;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.ExitCode;

/** An exploration that can be stopped between two seeds. */
record Exploration(SimulatedSystem system, SeedRange seeds, boolean fencing) {
  /** Thrown out of the explorer by the clock that it looks at after every seed. */
  private static final class Stopped extends RuntimeException {
    Stopped() {
      super("stopped", null, false, false);
    }
  }

  /** Explores, and says how it went by the exit code. */
  int run(PrintWriter out, BooleanSupplier stop) {
    ExploreOptions options =
        new ExploreOptions(system, seeds.first(), seeds.last(), fencing, () -> clock(stop));
    try {
      return Explorer.explore(options, out).isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (Stopped e) {
      out.println("Stopped. No promise was broken so far.");
      out.flush();
      return ExitCode.OK;
    }
  }

  private static long clock(BooleanSupplier stop) {
    if (stop.getAsBoolean()) {
      throw new Stopped();
    }
    return System.nanoTime();
  }
}
