package io.tenure.cli.operate;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.view.HoldView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends somebody else's hold. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure revoke KEY --token TOKEN [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Ends a hold, whoever has it.",
      "",
      "The token guards against hitting the next holder; `tenure show KEY` shows it. The"
          + " holder hears of it with its next keep-alive: until then only a resource that checks"
          + " tokens is safe from it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure show /demo", "  tenure revoke /demo --token 17"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:it is not held with this token, or failed",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether it was done"
    })
public final class Revoke implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(paramLabel = "KEY", description = "a key that is held, such as /demo")
  private String key;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      required = true,
      description = "the token of the hold")
  private long token;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = endpoints.admin()) {
      HoldView revoked = admin.revoke(key, token);
      spec.commandLine()
          .getOut()
          .println(
              output.isJson()
                  ? Json.write(Json.of(revoked))
                  : "Revoked "
                      + Formats.printable(Formats.keys(revoked.targets()))
                      + " from "
                      + Formats.printable(Formats.who(revoked))
                      + ".");
    }
    return ExitCode.OK;
  }
}
