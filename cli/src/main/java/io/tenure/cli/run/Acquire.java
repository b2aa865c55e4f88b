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

/** Acquires a lock that outlives the command. */
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
      "Acquires a lock that outlives the command, for scripts.",
      "",
      "Prints the fencing token. The lock ends when it is released, or when its TTL"
          + " has passed since it was granted or last renewed. To hold a lock while a command"
          + " runs, use `tenure lock`. Pass the token to the resource that the lock protects,"
          + " and make the resource reject smaller tokens.",
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
      "1:refused or failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the lock may have been granted. If so, its token is"
          + " unknown, and it expires after its TTL",
      "75:the lock is held by others; standard error lists the holders"
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
        "time until the lock expires unless it is renewed: 1s to 600s (default: 30s)."
            + " TIME is a number with the unit ms, s, m (or min) or h, or a sequence of"
            + " these: 500ms, 1.5s, 5m, 1m30s"
      })
  private Duration ttl;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = DurationConverter.OrForever.class,
      description = {
        "maximum time to wait if the lock is held by others or the service is"
            + " unavailable: TIME or forever (default: 0s). If the connection breaks during"
            + " the wait, an exclusive lock is requested again and queued last. With --shared"
            + " or --permits it is not requested again, because it could be granted twice:"
            + " exit code 74"
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
      print(acquire(locks, request, waitTime));
      return ExitCode.OK;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private PlainRequest request(Duration wait) {
    return new PlainRequest(mode.targets(), ttl, wait, holder.value(), holder.name());
  }

  /**
   * Retries while the service is unavailable. An exclusive request is also retried after it was not
   * answered: if it was granted, the retry is granted only after that hold has ended, so there are
   * never two holds. A retried shared request or permit could be granted in addition to the first,
   * whose token nobody knows.
   */
  private Grant acquire(PlainLocks locks, PlainRequest first, WaitTime waitTime)
      throws InterruptedException {
    Outage outage = new Outage(ErrorOutput.of(spec));
    PlainRequest request = first;
    while (true) {
      try {
        return locks.acquire(request);
      } catch (NotAcquiredException e) {
        throw outage.failure(HolderLine.refusal(e, mode.keys(), locks::get));
      } catch (TenureException e) {
        boolean retryIsSafe =
            e instanceof UnavailableException
                || (e instanceof IndeterminateException && mode.isExclusive());
        if (!retryIsSafe || waitTime.left().compareTo(Outage.PAUSE) <= 0) {
          throw outage.failure(e);
        }
        outage.report(e);
        TimeUnit.NANOSECONDS.sleep(Outage.PAUSE.toNanos());
        request = request(waitTime.left());
      }
    }
  }

  private void print(Grant grant) {
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
    // A script needs nothing but the token.
    if (Invocation.current().isInteractive() && !output.isJson()) {
      String hold =
          Invocation.current().command() + " %s " + mode.keys().get(0) + " " + grant.token();
      spec.commandLine()
          .getErr()
          .printf(
              "Granted for %s. To renew: %s. To release: %s%n",
              Formats.time(grant.ttl()), hold.formatted("renew"), hold.formatted("release"));
    }
  }
}
