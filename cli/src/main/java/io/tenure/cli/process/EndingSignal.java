package io.tenure.cli.process;

import io.tenure.cli.terminal.ExitCodes;

/** The signals that ask a process to end, with their numbers, which are the same everywhere. */
public enum EndingSignal {
  HUP(1),
  INT(2),
  TERM(15);

  private final int number;

  EndingSignal(int number) {
    this.number = number;
  }

  /** What shells say of a process that ended by it. */
  public int exitCode() {
    return ExitCodes.SIGNALLED + number;
  }
}
