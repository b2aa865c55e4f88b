package io.tenure.cli.run;

import io.tenure.cli.process.MissingDelimiter;
import io.tenure.client.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The keys, mode and scope of a lock. */
final class ModeOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Parameters(
      paramLabel = "KEY",
      arity = "1..16",
      description =
          "a path such as /billing/month-end; several keys are granted together or not at" + " all")
  private List<String> keys;

  @ArgGroup private @Nullable Choice choice;

  /** Exclusive unless one of these is given. */
  static final class Choice {
    @Option(
        names = "--shared",
        description =
            "acquire a shared lock, which any number of clients can hold at the same time")
    private boolean shared;

    @Option(
        names = "--permits",
        paramLabel = "N",
        description = "acquire one of N permits of a semaphore; all clients must give the same N")
    private int permits;
  }

  @Option(names = "--subtree", description = "also lock all keys below the given keys")
  private boolean subtree;

  /** {@link MissingDelimiter} reads this option before the arguments are parsed. */
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = "--keys-only",
      description =
          "treat every argument as a key, even if it is an executable file on this machine")
  private boolean keysOnly;

  /** Refuses bad keys before anything is sent to the service. */
  void requirePaths() {
    for (String key : keys) {
      if (!key.startsWith("/")) {
        throw new ParameterException(
            mixee.commandLine(), "key: \"" + key + "\" (expected: a path that starts with /)");
      }
    }
  }

  /** The keys as given on the command line. */
  List<String> keys() {
    return keys;
  }

  /** Whether at most one hold of these keys can exist at a time. */
  boolean isExclusive() {
    return choice == null;
  }

  List<Target> targets() {
    return keys.stream().map(this::target).toList();
  }

  private Target target(String key) {
    Target target = target(key, choice);
    return subtree ? target.subtree() : target;
  }

  private static Target target(String key, @Nullable Choice choice) {
    if (choice == null) {
      return Target.exclusive(key);
    }
    return choice.shared ? Target.shared(key) : Target.permit(key, choice.permits);
  }
}
