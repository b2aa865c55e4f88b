package io.tenure.cli.run;

import io.tenure.cli.terminal.Invocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that describe the holder to others. */
final class HolderOptions {
  @Option(
      names = "--value",
      paramLabel = "TEXT",
      description = "text shown to anyone who inspects the lock")
  private String value = "";

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "client name shown to anyone who inspects the lock (default: USER@HOST)")
  private @Nullable String name;

  String value() {
    return value;
  }

  String name() {
    return name == null ? Invocation.current().clientName() : name;
  }
}
