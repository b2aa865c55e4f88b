package io.tenure.cli;

import io.tenure.cli.terminal.CommandFailedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Only documents the fault tests. They break servers from outside, with tools that a server must
 * not contain, so they are a separate program, which the {@code tenure} script of a source checkout
 * builds and starts.
 */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure faults [--minutes M] [--faults NAME,...] [--seed N] [--nodes 3|5]",
    description = {
      "Injects faults into servers and clients and verifies the guarantees.",
      "",
      "Starts servers and clients on this machine and writes a report. Available only"
          + " in a source checkout.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure faults --help", "  tenure faults --minutes 2 --faults kill,pause"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no guarantee was violated",
      "1:a guarantee was violated, or the run failed",
      "2:bad usage"
    })
final class Faults implements Callable<Integer> {
  @Parameters(hidden = true)
  private List<String> ignored = List.of();

  @Override
  public Integer call() {
    throw new CommandFailedException(
        "faults: available only through ./tenure in a source checkout; arguments: " + ignored);
  }
}
