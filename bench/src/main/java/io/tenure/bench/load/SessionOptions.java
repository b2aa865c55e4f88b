package io.tenure.bench.load;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The sessions behind a load whose subject they are not. */
final class SessionOptions {
  @Option(
      names = "--sessions",
      paramLabel = "S",
      defaultValue = "16",
      description = "Sessions that share the work (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = LoadOptions.DurationConverter.class,
      description = "Their time to live (default: ${DEFAULT-VALUE}).")
  private Duration ttl;

  int count() {
    return count;
  }

  Duration ttl() {
    return ttl;
  }
}
