package io.tenure.faults.checker;

/** Something that must be true of every history. */
interface Promise {
  String name();

  /** What it is about: the number and the words of the promise in the design. */
  String about();

  /** Whether it is put to the test wherever anything is granted at all. */
  default boolean isBasic() {
    return false;
  }

  Verdict check(Past past);
}
