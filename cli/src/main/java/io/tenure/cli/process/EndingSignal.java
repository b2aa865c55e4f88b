package io.tenure.cli.process;

import io.tenure.cli.terminal.ExitCodes;

/** The signals that ask a process to end, with their numbers, which are the same on all systems. */
public enum EndingSignal {
  HUP(1),
  INT(2),
  TERM(15);

  private final int number;

  EndingSignal(int number) {
    this.number = number;
  }

  /** The exit code that shells report for a process ended by this signal. */
  public int exitCode() {
    return ExitCodes.SIGNALLED + number;
  }
}
