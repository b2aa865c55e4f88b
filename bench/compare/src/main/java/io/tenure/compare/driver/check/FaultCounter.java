package io.tenure.compare.driver.check;

import io.tenure.compare.result.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts errors and faults of a run, from any thread, and keeps the first few messages. */
public final class FaultCounter {
  private static final int EXAMPLES = 5;
  private static final int EXAMPLE_LENGTH = 300;

  private final LongAdder errors = new LongAdder();
  private final LongAdder violations = new LongAdder();
  private final LongAdder staleTokens = new LongAdder();
  private final LongAdder lostGrants = new LongAdder();
  private final LongAdder stuckKeys = new LongAdder();

  /** Messages of faults, which make a run invalid. Each of the two lists is guarded by itself. */
  private final List<String> faultExamples = new ArrayList<>();

  private final List<String> errorExamples = new ArrayList<>();

  /** Counts a call that failed without losing anything. */
  public void error(String what, Exception e) {
    errors.increment();
    remember(what + ": " + e, errorExamples);
  }

  /** Counts two holders at once of which at least one is exclusive. */
  public void violation(String what) {
    violations.increment();
    remember(what, faultExamples);
  }

  /** Counts a token that is not greater than the one before. */
  public void staleToken(String what) {
    staleTokens.increment();
    remember(what, faultExamples);
  }

  /** Counts a grant that could not be released. */
  public void lostGrant(String key, Exception e) {
    lostGrant("release of " + key + ": " + e);
  }

  /** Counts a grant that is not held any more. */
  public void lostGrant(String what) {
    lostGrants.increment();
    remember(what, faultExamples);
  }

  /** Counts a key that cannot be acquired any more, or a worker that does not return. */
  public void stuck(String what) {
    stuckKeys.increment();
    remember(what, faultExamples);
  }

  public long errors() {
    return errors.sum();
  }

  /** All counts with a few messages. Messages of errors come last: a run with errors is valid. */
  public Faults faults() {
    List<String> examples = new ArrayList<>();
    for (List<String> some : List.of(faultExamples, errorExamples)) {
      synchronized (some) {
        examples.addAll(some.subList(0, Math.min(some.size(), EXAMPLES - examples.size())));
      }
    }
    return new Faults(
        errors.sum(),
        violations.sum(),
        staleTokens.sum(),
        lostGrants.sum(),
        stuckKeys.sum(),
        List.copyOf(examples));
  }

  private static void remember(String what, List<String> examples) {
    synchronized (examples) {
      if (examples.size() < EXAMPLES) {
        String line = what.replace('\n', ' ');
        examples.add(line.substring(0, Math.min(line.length(), EXAMPLE_LENGTH)));
      }
    }
  }
}
