package io.tenure.cli.run;

import picocli.CommandLine.Parameters;

/** Which hold is meant. */
final class HoldParameters {
  @Parameters(index = "0", paramLabel = "KEY", description = "a key that is held, such as /demo")
  private String key;

  @Parameters(index = "1", paramLabel = "TOKEN", description = "the token of the hold")
  private long token;

  String key() {
    return key;
  }

  long token() {
    return token;
  }
}
