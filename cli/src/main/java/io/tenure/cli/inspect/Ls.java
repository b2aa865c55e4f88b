package io.tenure.cli.inspect;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputClosedException;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.cli.terminal.Table;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.KeyPage;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WaiterView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the keys that have holders or waiters. */
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure ls [PREFIX] [--waiters] [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Lists the keys that have holders or waiters.",
      "",
      "Prints each key with its holders. With -o json, prints one object per line,"
          + " waiters included. For each key the first 100 waiters are listed, and all are"
          + " counted.",
      "",
      "With -o json, each object has the revision of its state, and a last object has"
          + " only the lowest of these revisions. `tenure watch PREFIX --from` that revision"
          + " + 1 continues without a gap; events that occurred during the listing may appear"
          + " in both.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure ls",
      "  tenure ls /billing --waiters",
      "  tenure ls /billing -o json | jq -r 'select(.key) | .key'",
      "  tenure ls /billing -o json > now; from=$(tail -n 1 now | jq '.revision + 1')",
      "  tenure watch /billing -o json --from $from"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable"
    })
public final class Ls implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(
      paramLabel = "PREFIX",
      arity = "0..1",
      defaultValue = "/",
      description = "list this key and all keys below it (default: all keys)")
  private String prefix;

  @Option(names = "--waiters", description = "add a line for each waiting request")
  private boolean waiters;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (PlainLocks locks = endpoints.locks()) {
      List<KeyView> views = new ArrayList<>();
      String pageToken = "";
      long revision = Long.MAX_VALUE;
      do {
        KeyPage page = locks.list(prefix, pageToken);
        pageToken = page.nextPageToken();
        revision = Math.min(revision, page.revision());
        if (output.isJson()) {
          page.keys().forEach(view -> out.println(Json.write(Json.of(view))));
          OutputClosedException.flush(out);
        } else {
          views.addAll(page.keys());
        }
      } while (!pageToken.isEmpty());
      if (output.isJson()) {
        out.println(Json.write(Json.object("revision", revision)));
      } else {
        print(out, views);
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private void print(PrintWriter out, List<KeyView> views) {
    if (views.isEmpty()) {
      out.println("no locks");
      return;
    }
    Table table = new Table("KEY", "TOKEN", "MODE", "HOLDER", "EXPIRES IN", "WAITING", "VALUE");
    for (KeyView view : views) {
      if (view.holds().isEmpty()) {
        table.add(view.key(), "-", "-", "-", "-", view.waiting(), "");
      }
      for (HoldView hold : view.holds()) {
        table.add(
            view.key(),
            hold.token(),
            Formats.mode(hold.targets(), view.key()),
            Formats.holderName(hold),
            Formats.remaining(hold),
            view.waiting(),
            hold.value());
      }
      addOmitted(table, view.key(), view.holding() - view.holds().size());
      if (waiters) {
        view.waiters().forEach(waiter -> add(table, view.key(), waiter));
        addOmitted(table, view.key(), view.waiting() - view.waiters().size());
      }
    }
    table.print(out);
  }

  /** The service returns a limited number of entries and the total count. */
  private static void addOmitted(Table table, String key, int more) {
    if (more > 0) {
      table.add(key, "-", "-", "and " + more + " more", "-", "-", "");
    }
  }

  private static void add(Table table, String key, WaiterView waiter) {
    table.add(
        key,
        "-",
        Formats.mode(waiter.targets(), key),
        Formats.holderName(waiter) + ", waiting for " + Formats.time(waiter.waiting()),
        "-",
        "-",
        "");
  }
}
