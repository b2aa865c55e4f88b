package io.tenure.cli;

/** The signals that ask a process to end, with their numbers, which are the same everywhere. */
enum EndingSignal {
  HUP(1),
  INT(2),
  TERM(15);

  private final int number;

  EndingSignal(int number) {
    this.number = number;
  }

  /** What shells say of a process that ended by it. */
  int exitCode() {
    return ExitCodes.SIGNALLED + number;
  }
}
