package io.tenure.cli.run;

import io.tenure.cli.terminal.Invocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What others are told about the holder. */
final class HolderOptions {
  @Option(names = "--value", paramLabel = "TEXT", description = "shown to others")
  private String value = "";

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "who you are, shown to others (default: USER@HOST)")
  private @Nullable String name;

  String value() {
    return value;
  }

  String name() {
    return name == null ? Invocation.current().clientName() : name;
  }
}
