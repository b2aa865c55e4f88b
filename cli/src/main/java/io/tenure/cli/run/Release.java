package io.tenure.cli.run;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.plain.PlainLocks;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Releases a hold. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure release KEY TOKEN [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Releases a lock that was acquired with `tenure acquire`.",
      "",
      "The next waiting request is granted.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  token=$(tenure acquire /demo)", "  tenure release /demo $token"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:the key is not held with this token, or the request failed",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
public final class Release implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;
  @Mixin private HoldParameters hold;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (PlainLocks locks = endpoints.locks()) {
      locks.release(hold.key(), hold.token());
      spec.commandLine()
          .getOut()
          .println(
              output.isJson()
                  ? Json.write(Json.object("token", hold.token()))
                  : "Released " + hold.key() + ".");
    }
    return ExitCode.OK;
  }
}
