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

/** Revokes a hold of any client. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure revoke KEY --token TOKEN [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Revokes a hold of any client.",
      "",
      "The token prevents revoking a later hold by mistake; `tenure show KEY` prints"
          + " it. The holder learns of the revocation with its next keep-alive. Until then,"
          + " only a resource that checks fencing tokens is protected from it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure show /demo", "  tenure revoke /demo --token 17"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:the key is not held with this token, or the request failed",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
public final class Revoke implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(paramLabel = "KEY", description = "the held key, such as /demo")
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
                      + Formats.printable(Formats.holderName(revoked))
                      + ".");
    }
    return ExitCode.OK;
  }
}
