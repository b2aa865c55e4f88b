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

/** Lists the keys at which something is held or waits. */
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure ls [PREFIX] [--waiters] [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Lists the keys at which something is held or waits.",
      "",
      "With who holds them. With -o json one object a line, waiters included. Of the waiters at a"
          + " key the first 100 are named, and all are counted.",
      "",
      "With -o json each object has the revision up to which it includes everything, and a last"
          + " object has nothing but the lowest of these: `tenure watch PREFIX --from` that revision"
          + " + 1 misses nothing that the listing does not show, though what happened while it was"
          + " made may be in both.",
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
      "0:done",
      "1:failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached"
    })
public final class Ls implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(
      paramLabel = "PREFIX",
      arity = "0..1",
      defaultValue = "/",
      description = "a key: it and everything below (default: all)")
  private String prefix;

  @Option(names = "--waiters", description = "with a line for each that waits")
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
      out.println("nothing is held");
      return;
    }
    Table table = new Table("KEY", "TOKEN", "MODE", "HOLDER", "GOOD FOR", "WAITING", "VALUE");
    for (KeyView view : views) {
      if (view.holds().isEmpty()) {
        table.add(view.key(), "-", "-", "-", "-", view.waiting(), "");
      }
      for (HoldView hold : view.holds()) {
        table.add(
            view.key(),
            hold.token(),
            Formats.mode(hold.targets(), view.key()),
            Formats.who(hold),
            Formats.remaining(hold),
            view.waiting(),
            hold.value());
      }
      addMore(table, view.key(), view.holding() - view.holds().size());
      if (waiters) {
        view.waiters().forEach(waiter -> add(table, view.key(), waiter));
        addMore(table, view.key(), view.waiting() - view.waiters().size());
      }
    }
    table.print(out);
  }

  /** The service names only so many of them. */
  private static void addMore(Table table, String key, int more) {
    if (more > 0) {
      table.add(key, "-", "-", "and " + more + " more", "-", "-", "");
    }
  }

  private static void add(Table table, String key, WaiterView waiter) {
    table.add(
        key,
        "-",
        Formats.mode(waiter.targets(), key),
        Formats.who(waiter) + ", waiting for " + Formats.time(waiter.waiting()),
        "-",
        "-",
        "");
  }
}
