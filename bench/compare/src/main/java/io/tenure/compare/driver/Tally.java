package io.tenure.compare.driver;

import io.tenure.compare.result.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts what goes wrong during a run, from any thread. */
final class Tally {
  private static final int EXAMPLES = 5;
  private static final int EXAMPLE_LENGTH = 300;

  private final LongAdder errors = new LongAdder();
  private final LongAdder violations = new LongAdder();
  private final LongAdder staleTokens = new LongAdder();
  private final LongAdder lostGrants = new LongAdder();
  private final LongAdder stuckKeys = new LongAdder();

  /** Guarded by itself. */
  private final List<String> examples = new ArrayList<>();

  void error(String what, Exception e) {
    errors.increment();
    remember(what + ": " + e);
  }

  void violation(String what) {
    violations.increment();
    remember(what);
  }

  void staleToken(String what) {
    staleTokens.increment();
    remember(what);
  }

  /** What was granted could not be given back. */
  void lostGrant(String key, Exception e) {
    lostGrant("release of " + key + ": " + e);
  }

  void lostGrant(String what) {
    lostGrants.increment();
    remember(what);
  }

  void stuck(String what) {
    stuckKeys.increment();
    remember(what);
  }

  long errors() {
    return errors.sum();
  }

  Faults faults() {
    synchronized (examples) {
      return new Faults(
          errors.sum(),
          violations.sum(),
          staleTokens.sum(),
          lostGrants.sum(),
          stuckKeys.sum(),
          List.copyOf(examples));
    }
  }

  private void remember(String what) {
    synchronized (examples) {
      if (examples.size() < EXAMPLES) {
        String line = what.replace('\n', ' ');
        examples.add(line.substring(0, Math.min(line.length(), EXAMPLE_LENGTH)));
      }
    }
  }
}
