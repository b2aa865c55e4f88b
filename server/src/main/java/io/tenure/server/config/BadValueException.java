package io.tenure.server.config;

/** A text that is not a value of its setting: what was found, and what would be one. */
final class BadValueException extends Exception {
  private final String found;
  private final String expected;

  BadValueException(String found, String expected) {
    super(found + " (expected: " + expected + ")", null, false, false);
    this.found = found;
    this.expected = expected;
  }

  static BadValueException quoting(String text, String expected) {
    return new BadValueException('"' + text + '"', expected);
  }

  String found() {
    return found;
  }

  String expected() {
    return expected;
  }
}
