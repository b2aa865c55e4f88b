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

/** Keeps a hold alive. */
@Command(
    name = "renew",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure renew KEY TOKEN [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Keeps a hold of `tenure acquire` alive.",
      "",
      "For another term, counted from now.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  token=$(tenure acquire /demo --ttl 60s)", "  tenure renew /demo $token"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:it is not held with this token, or failed",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether it was done"
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
