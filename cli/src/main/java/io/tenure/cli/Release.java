package io.tenure.cli;

import io.tenure.client.PlainLocks;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Gives a hold back. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure release KEY TOKEN [--server HOST:PORT,...]",
    description = {"Gives a hold of `tenure acquire` back, so that the next one can have it.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  token=$(tenure acquire /demo)", "  tenure release /demo $token"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:it is not held with this token, or failed", "2:bad usage"})
final class Release implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private HoldParameters hold;

  @Override
  public Integer call() {
    try (PlainLocks locks = server.locks()) {
      locks.release(hold.key(), hold.token());
      spec.commandLine().getOut().println("Released " + hold.key() + ".");
    }
    return ExitCode.OK;
  }
}
