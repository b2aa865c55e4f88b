package io.tenure.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a shell completion script. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure completion bash|zsh",
    description = {
      "Prints a shell completion script.",
      "",
      "The script completes the commands and options of tenure in bash or zsh.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure completion bash > ~/.local/share/bash-completion/completions/tenure",
      "  source <(tenure completion zsh)"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:success", "2:bad usage"})
final class Completion implements Callable<Integer> {
  /** One script serves both shells: it detects which one runs it. */
  private static final List<String> SHELLS = List.of("bash", "zsh");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh")
  private String shell;

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw new ParameterException(
          spec.commandLine(), "shell: " + shell + " (expected: bash or zsh)");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("tenure", Main.commandLine()));
    out.flush();
    return ExitCode.OK;
  }
}
