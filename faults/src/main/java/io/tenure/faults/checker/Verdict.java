package io.tenure.faults.checker;

import java.util.List;

/**
 * What became of a promise.
 *
 * @param promise its name
 * @param about the number and the words of the promise in the design that it belongs to
 * @param basic whether every run puts it to the test, whichever faults happen in it
 * @param checked how often it was put to the test
 * @param leftOut how often it could not be, because the history does not tell enough
 * @param violated how often it was broken
 * @param violations the first of them
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
