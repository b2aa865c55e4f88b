package io.tenure.cli;

import io.tenure.client.ClusterAdmin;
import io.tenure.client.HoldView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Ends somebody else's hold. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure revoke KEY TOKEN [--server HOST:PORT,...]",
    description = {
      "Ends a hold, whoever has it. The token guards against hitting the next holder; `tenure get KEY` shows it. The holder is not asked: only a resource that checks tokens is safe from it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure get /demo", "  tenure revoke /demo 17"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:it is not held with this token, or failed", "2:bad usage"})
final class Revoke implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private HoldParameters hold;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = server.admin()) {
      HoldView revoked = admin.revoke(hold.key(), hold.token());
      spec.commandLine()
          .getOut()
          .println(
              "Revoked "
                  + Texts.printable(Texts.keys(revoked.targets()))
                  + " from "
                  + Texts.printable(Texts.who(revoked))
                  + ".");
    }
    return ExitCode.OK;
  }
}
