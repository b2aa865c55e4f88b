package io.tenure.cli.run;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.plain.PlainLocks;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Extends a hold for another TTL. */
@Command(
    name = "renew",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure renew KEY TOKEN [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Renews a lock that was acquired with `tenure acquire`.",
      "",
      "The lock expires one TTL from now unless it is renewed again.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  token=$(tenure acquire /demo --ttl 60s)", "  tenure renew /demo $token"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:the key is not held with this token, or the request failed",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
public final class Renew implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;
  @Mixin private HoldParameters hold;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (PlainLocks locks = endpoints.locks()) {
      Duration term = locks.renew(hold.key(), hold.token());
      spec.commandLine()
          .getOut()
          .println(
              output.isJson()
                  ? Json.write(Json.object("token", hold.token(), "ttl_ms", term.toMillis()))
                  : "Renewed " + hold.key() + " for " + Formats.time(term) + ".");
    }
    return ExitCode.OK;
  }
}
