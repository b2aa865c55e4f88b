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

  /** Of what makes a run no result. Guarded by itself, like the other. */
  private final List<String> faultExamples = new ArrayList<>();

  private final List<String> errorExamples = new ArrayList<>();

  void error(String what, Exception e) {
    errors.increment();
    remember(what + ": " + e, errorExamples);
  }

  void violation(String what) {
    violations.increment();
    remember(what, faultExamples);
  }

  void staleToken(String what) {
    staleTokens.increment();
    remember(what, faultExamples);
  }

  /** What was granted could not be given back. */
  void lostGrant(String key, Exception e) {
    lostGrant("release of " + key + ": " + e);
  }

  void lostGrant(String what) {
    lostGrants.increment();
    remember(what, faultExamples);
  }

  void stuck(String what) {
    stuckKeys.increment();
    remember(what, faultExamples);
  }

  long errors() {
    return errors.sum();
  }

  /** With examples, errors last: those alone do not keep a run from being a result. */
  Faults faults() {
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
