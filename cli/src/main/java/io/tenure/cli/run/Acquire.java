package io.tenure.cli.run;

import io.tenure.cli.Version;
import io.tenure.cli.process.CommandTail;
import io.tenure.cli.terminal.DurationConverter;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.ErrorOutput;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Invocation;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.plain.Grant;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.plain.PlainRequest;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Takes a lock that outlives the command. */
@Command(
    name = "acquire",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    preprocessor = CommandTail.Refuser.class,
    customSynopsis = {
      "tenure acquire KEY... [--ttl TIME] [--wait TIME|forever] [--shared | --permits N]",
      "                      [--subtree] [--value TEXT] [--name TEXT] [--keys-only] [OPTIONS]"
    },
    description = {
      "Takes a lock that outlives the command, for scripts.",
      "",
      "Prints its token. The lock ends when it is released, or when its TTL is over since"
          + " it was taken or last renewed; to hold it while a command runs use `tenure lock`."
          + " Hand the token to whatever the lock protects and let it refuse smaller ones.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  token=$(tenure acquire /billing/month-end --ttl 60s --wait 10s) || exit 1",
      "  tenure renew /billing/month-end $token",
      "  tenure release /billing/month-end $token",
      "  tenure acquire /a /b --shared",
      "  tenure acquire /workers --permits 3 --wait forever"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:granted; the token is on standard output",
      "1:refused or failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether the lock was granted; if it was, nobody knows its"
          + " token, and it ends with its TTL",
      "75:others hold it, standard error says who"
    })
public final class Acquire implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ModeOptions mode;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = {
        "how long it lasts unless it is renewed: 1s to 600s (default: 30s). TIME is a number and"
            + " ms, s, m (or min) or h, or several: 500ms, 1.5s, 5m, 1m30s"
      })
  private Duration ttl;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = DurationConverter.OrForever.class,
      description = {
        "how long to wait if it is not free, or if the service cannot be reached: a time or forever"
            + " (default: not at all). If the connection is lost while it waits, an exclusive lock"
            + " is requested again, at the end of the queue; with --shared or --permits it is not,"
            + " since it could be granted twice: exit code 74"
      })
  private Duration maxWait;

  @Mixin private HolderOptions holder;
  @Mixin private EndpointsOption endpoints;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    WaitTime waitTime = new WaitTime(maxWait);
    PlainRequest request = request(maxWait);
    try (PlainLocks locks = endpoints.locks()) {
      tell(acquire(locks, request, waitTime));
      return ExitCode.OK;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private PlainRequest request(Duration wait) {
    return new PlainRequest(mode.targets(), ttl, wait, holder.value(), holder.name());
  }

  /**
   * Asks again while the service cannot be reached. Also after a request that was not answered, if
   * it is exclusive: whatever became of that request, the next one is granted only when no hold is
   * left of it, so there are never two. A shared hold or a permit that nobody knows of would be
   * held beside the one that is granted then.
   */
  private Grant acquire(PlainLocks locks, PlainRequest first, WaitTime waitTime)
      throws InterruptedException {
    Outage outage = new Outage(ErrorOutput.of(spec));
    PlainRequest request = first;
    while (true) {
      try {
        return locks.acquire(request);
      } catch (NotAcquiredException e) {
        throw outage.end(HolderLine.refusal(e, mode.keys(), locks::get));
      } catch (TenureException e) {
        boolean may =
            e instanceof UnavailableException
                || (e instanceof IndeterminateException && mode.isExclusive());
        if (!may || waitTime.left().compareTo(Outage.PAUSE) <= 0) {
          throw outage.end(e);
        }
        outage.tell(e);
        TimeUnit.NANOSECONDS.sleep(Outage.PAUSE.toNanos());
        request = request(waitTime.left());
      }
    }
  }

  private void tell(Grant grant) {
    PrintWriter out = spec.commandLine().getOut();
    if (output.isJson()) {
      out.println(
          Json.write(
              Json.object(
                  "token", grant.token(),
                  "keys", mode.keys(),
                  "ttl_ms", grant.ttl().toMillis())));
    } else {
      out.println(grant.token());
    }
    out.flush();
    // To a script the token says it all.
    if (Invocation.current().isInteractive() && !output.isJson()) {
      String hold =
          Invocation.current().command() + " %s " + mode.keys().get(0) + " " + grant.token();
      spec.commandLine()
          .getErr()
          .printf(
              "Granted for %s. To keep it: %s. To end it: %s%n",
              Formats.time(grant.ttl()), hold.formatted("renew"), hold.formatted("release"));
    }
  }
}
