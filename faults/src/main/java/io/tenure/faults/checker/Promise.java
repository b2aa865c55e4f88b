package io.tenure.faults.checker;

/** Something that must be true of every history. */
public interface Promise {
  String name();

  /** What it is about: the number and the words of the promise in the design. */
  String about();

  /**
   * Whether every run puts it to the test, whichever faults happen in it. Then a history without a
   * single case lacks something, such as the file of those who saw it.
   */
  default boolean isBasic() {
    return false;
  }

  Verdict check(OrderedHistory past);
}
