package io.tenure.cli;

import io.tenure.cli.terminal.CommandFailedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Named here for those who look for it. What it compares with would make this command many times as
 * large, so it is a program of its own, which the script of a source checkout builds and starts.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure bench [--systems NAME,...] [--workload NAME,...] [--quick]",
    description = {
      "Compares Tenure with other lock services.",
      "",
      "Starts each on this machine, loads it, and makes a report. From a source checkout only.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure bench --help", "  tenure bench --quick --systems tenure,etcd"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed; standard error says why", "2:bad usage"})
final class Bench implements Callable<Integer> {
  @Parameters(hidden = true)
  private List<String> ignored = List.of();

  @Override
  public Integer call() {
    throw new CommandFailedException(
        "bench: only with ./tenure in a source checkout; arguments: " + ignored);
  }
}
