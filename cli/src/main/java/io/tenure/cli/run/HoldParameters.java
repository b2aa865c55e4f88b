package io.tenure.cli.run;

import picocli.CommandLine.Parameters;

/** The parameters that identify a hold. */
final class HoldParameters {
  @Parameters(index = "0", paramLabel = "KEY", description = "the held key, such as /demo")
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
