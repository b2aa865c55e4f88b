package io.tenure.cli;

import io.tenure.client.Grant;
import io.tenure.client.Holder;
import io.tenure.client.Mode;
import io.tenure.client.NotAcquiredException;
import io.tenure.client.PlainLocks;
import io.tenure.client.PlainRequest;
import io.tenure.client.Scope;
import io.tenure.client.Target;
import io.tenure.client.TenureException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes a lock that outlives the command. */
@Command(
    name = "acquire",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = {
      "tenure acquire KEY... [--ttl TIME] [--wait TIME|forever] [--shared | --semaphore N]",
      "                      [--subtree] [--value TEXT] [--name TEXT] [OPTIONS]"
    },
    description = {
      "Takes a lock and prints its token. The lock ends when it is released, or when its TTL is over"
          + " since it was taken or last renewed. Hand the token to whatever the lock protects and"
          + " let it refuse smaller ones.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  token=$(tenure acquire /billing/month-end --ttl 60s --wait 10s) || exit 1",
      "  tenure renew /billing/month-end $token",
      "  tenure release /billing/month-end $token",
      "  tenure acquire /a /b --shared",
      "  tenure acquire /workers --semaphore 3 --wait forever"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:granted; the token is on standard output",
      "1:refused, standard error says who holds it; or failed",
      "2:bad usage"
    })
final class Acquire implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;

  @Parameters(
      paramLabel = "KEY",
      arity = "1..16",
      description = "a path such as /billing/month-end; several are granted all together")
  private List<String> keys;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "how long it lasts unless it is renewed: 1s to 600s (default: 30s)")
  private Duration ttl;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = DurationConverter.OrForever.class,
      description = "how long to wait if it is not free: a time or forever (default: not at all)")
  private Duration maxWait;

  @ArgGroup private @Nullable ModeChoice choice;

  /** Exclusive unless one of these is given. */
  static final class ModeChoice {
    @Option(names = "--shared", description = "along with others that share it")
    private boolean shared;

    @Option(
        names = "--semaphore",
        paramLabel = "N",
        description = "one of N permits; all who ask must say the same N")
    private int permits;
  }

  @Option(names = "--subtree", description = "with everything below the keys")
  private boolean subtree;

  @Option(names = "--value", paramLabel = "TEXT", description = "shown to others")
  private String value = "";

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "who you are, shown to others (default: your user name)")
  private String name = System.getProperty("user.name", "");

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    PlainRequest request =
        new PlainRequest(keys.stream().map(this::target).toList(), ttl, maxWait, value, name);
    try (PlainLocks locks = server.locks()) {
      try {
        tell(locks.acquire(request));
        return ExitCode.OK;
      } catch (NotAcquiredException e) {
        tell(e, locks);
        return ExitCode.SOFTWARE;
      }
    }
  }

  private Target target(String key) {
    Scope scope = subtree ? Scope.SUBTREE : Scope.KEY;
    if (choice == null) {
      return new Target(key, Mode.EXCLUSIVE, scope, 0);
    }
    return choice.shared
        ? new Target(key, Mode.SHARED, scope, 0)
        : new Target(key, Mode.SEMAPHORE, scope, choice.permits);
  }

  private void tell(Grant grant) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.isJson()) {
      out.println(
          Json.write(
              Json.object("token", grant.token(), "ttl_ms", grant.ttl().toMillis(), "keys", keys)));
    } else {
      out.println(grant.token());
    }
    out.flush();
    // To a script the token says it all.
    if (Invocation.current().isInteractive() && !output.isJson()) {
      String hold = Invocation.current().command() + " %s " + keys.get(0) + " " + grant.token();
      spec.commandLine()
          .getErr()
          .printf(
              "Granted for %s. To keep it: %s. To end it: %s%n",
              Texts.time(grant.ttl()), hold.formatted("renew"), hold.formatted("release"));
    }
  }

  private void tell(NotAcquiredException refusal, PlainLocks locks) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("tenure: " + Texts.printable(String.valueOf(refusal.getMessage())));
    try {
      refusal.holders().stream()
          .map(Holder::key)
          .distinct()
          .flatMap(key -> locks.get(key).holds().stream())
          .distinct()
          .forEach(
              hold ->
                  err.printf(
                      "  %s has %s with token %d, good for %s%s%n",
                      Texts.printable(Texts.who(hold)),
                      Texts.printable(Texts.keys(hold.targets())),
                      hold.token(),
                      Texts.remaining(hold),
                      hold.value().isEmpty() ? "" : ": " + Texts.printable(hold.value())));
    } catch (TenureException e) {
      // The refusal itself has been told; this was only to say more about it.
      err.println("  (" + Texts.printable(String.valueOf(e.getMessage())) + ")");
    }
  }
}
