package io.tenure.faults.checker;

import java.util.List;

/**
 * The result of checking a promise.
 *
 * @param promise its name
 * @param about the number and the words of the promise in the design that it belongs to
 * @param basic whether every run tests it, whichever faults happen in it
 * @param checked the number of checked cases
 * @param leftOut the number of cases that the history does not decide
 * @param violated the number of violations
 * @param violations the first violations
 */
public record Verdict(
    String promise,
    String about,
    boolean basic,
    long checked,
    long leftOut,
    long violated,
    List<Violation> violations) {
  public Verdict {
    violations = List.copyOf(violations);
  }

  public boolean isKept() {
    return violated == 0;
  }

  /** Whether it belongs to one of the numbered promises, and not to the run or its history. */
  public boolean isOfDesign() {
    return !about.isEmpty() && Character.isDigit(about.charAt(0));
  }

  /** Whether nothing can be said of it. */
  public boolean isUntested() {
    return checked == 0 && violated == 0;
  }

  /** Whether nothing can be said of it though something should: then the history is at fault. */
  public boolean isMissing() {
    return basic && isUntested();
  }
}
