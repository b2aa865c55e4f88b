package io.tenure.cli;

import io.tenure.cli.terminal.CommandFailedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Only documents the benchmark. The systems it compares would make this program many times as
 * large, so the benchmark is a separate program, which the {@code tenure} script of a source
 * checkout builds and starts.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure bench [--systems NAME,...] [--workload NAME,...] [--quick]",
    description = {
      "Benchmarks Tenure against other lock services.",
      "",
      "Starts each system on this machine, applies the load and writes a report."
          + " Available only in a source checkout.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure bench --help", "  tenure bench --quick --systems tenure,etcd"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:success", "1:failed; see standard error", "2:bad usage"})
final class Bench implements Callable<Integer> {
  @Parameters(hidden = true)
  private List<String> ignored = List.of();

  @Override
  public Integer call() {
    throw new CommandFailedException(
        "bench: available only through ./tenure in a source checkout; arguments: " + ignored);
  }
}
