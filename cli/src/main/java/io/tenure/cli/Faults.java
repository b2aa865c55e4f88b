package io.tenure.cli;

import io.tenure.cli.terminal.CommandFailedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Named here for those who look for it. It breaks servers from outside, with means that no service
 * should have in it, so it is a program of its own, which the script of a source checkout builds
 * and starts.
 */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure faults [--minutes M] [--faults NAME,...] [--seed N] [--nodes 3|5]",
    description = {
      "Puts servers and clients under faults, and checks what becomes of the promises.",
      "",
      "Starts them on this machine, and makes a report. From a source checkout only.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure faults --help", "  tenure faults --minutes 2 --faults kill,pause"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every promise was kept", "1:not, or failed", "2:bad usage"})
final class Faults implements Callable<Integer> {
  @Parameters(hidden = true)
  private List<String> ignored = List.of();

  @Override
  public Integer call() {
    throw new CommandFailedException(
        "faults: only with ./tenure in a source checkout; arguments: " + ignored);
  }
}
