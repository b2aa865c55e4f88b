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

/** What to lock and how, for the commands that lock. */
final class ModeOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Parameters(
      paramLabel = "KEY",
      arity = "1..16",
      description = "a path such as /billing/month-end; several are granted all together")
  private List<String> keys;

  @ArgGroup private @Nullable Choice choice;

  /** Exclusive unless one of these is given. */
  static final class Choice {
    @Option(names = "--shared", description = "along with others that share it")
    private boolean shared;

    @Option(
        names = "--permits",
        paramLabel = "N",
        description = "one of N permits; all who ask must say the same N")
    private int permits;
  }

  @Option(names = "--subtree", description = "with everything below the keys")
  private boolean subtree;

  /** {@link MissingDelimiter} looks for it before the arguments are parsed. */
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = "--keys-only",
      description = "every argument is a key, also one that is an executable file on this machine")
  private boolean keysOnly;

  /** Says early what the service would say later. */
  void requirePaths() {
    for (String key : keys) {
      if (!key.startsWith("/")) {
        throw new ParameterException(
            mixee.commandLine(), "key: \"" + key + "\" (expected: a path that starts with /)");
      }
    }
  }

  /** As they were given. */
  List<String> keys() {
    return keys;
  }

  /** Whether no two holds of it can be there at the same time. */
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
