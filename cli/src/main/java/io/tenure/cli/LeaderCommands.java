package io.tenure.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Changes who leads. */
@Command(
    name = "leader",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {"Changes who leads. `tenure status` shows who does.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  tenure leader transfer", "  tenure leader transfer n2 --shard main"},
    subcommands = LeaderTransfer.class)
final class LeaderCommands implements Runnable {
  @Spec private CommandSpec spec;

  /** Reached only when no subcommand was given. */
  @Override
  public void run() {
    throw Main.missingCommand(spec);
  }
}
