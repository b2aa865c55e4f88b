package io.tenure.cli.inspect;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.cli.terminal.Table;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WaiterView;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the holders of a key and the requests that wait for it. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure show KEY [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Shows the holders of a key and the requests that wait for it.",
      "",
      "Includes holders of a key above with scope subtree. With -o json, the object"
          + " has the revision of the state shown: `tenure watch KEY --from` that revision +"
          + " 1 prints all events after it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure show /billing/month-end", "  tenure show /billing/month-end -o json"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable"
    })
public final class Show implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(paramLabel = "KEY", description = "a path such as /billing/month-end")
  private String key;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (PlainLocks locks = endpoints.locks()) {
      KeyView view = locks.get(key);
      if (output.isJson()) {
        out.println(Json.write(Json.of(view)));
      } else {
        print(out, view);
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private static void print(PrintWriter out, KeyView view) {
    if (view.holds().isEmpty() && view.waiting() == 0) {
      out.println("free");
      return;
    }
    out.println("holders: " + view.holding());
    if (!view.holds().isEmpty()) {
      Table table = new Table("TOKEN", "KEYS", "MODE", "HOLDER", "SESSION", "EXPIRES IN", "VALUE");
      for (HoldView hold : view.holds()) {
        table.add(
            hold.token(),
            Formats.keys(hold.targets()),
            Formats.mode(hold.targets(), view.key()),
            Formats.holderName(hold),
            hold.session(),
            Formats.remaining(hold),
            hold.value());
      }
      table.print(out);
      printOmitted(out, view.holding() - view.holds().size());
    }
    if (view.waiting() > 0) {
      out.println("waiting: " + view.waiting());
      Table table = new Table("KEYS", "MODE", "CLIENT", "SESSION", "WAITING FOR");
      for (WaiterView waiter : view.waiters()) {
        table.add(
            Formats.keys(waiter.targets()),
            Formats.mode(waiter.targets(), view.key()),
            Formats.holderName(waiter),
            waiter.session(),
            Formats.time(waiter.waiting()));
      }
      table.print(out);
      printOmitted(out, view.waiting() - view.waiters().size());
    }
  }

  /** The service returns a limited number of entries and the total count. */
  private static void printOmitted(PrintWriter out, int more) {
    if (more > 0) {
      out.println("and " + more + " more");
    }
  }
}
