package io.tenure.cli.inspect;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputClosedException;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.cli.terminal.Table;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.SessionPage;
import io.tenure.client.admin.SessionView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the sessions of all clients. */
@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure sessions [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Lists the sessions of all clients.",
      "",
      "Prints each session with its client, its TTL, the time until it expires unless"
          + " it is kept alive, its number of holds and its number of waiting requests. With"
          + " -o json, prints one object per line.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure sessions", "  tenure sessions -o json | jq 'select(.holds > 0)'"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable"
    })
public final class Sessions implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ClusterAdmin admin = endpoints.admin()) {
      List<SessionView> sessions = new ArrayList<>();
      String pageToken = "";
      do {
        SessionPage page = admin.sessions(pageToken);
        pageToken = page.nextPageToken();
        if (output.isJson()) {
          page.sessions().forEach(session -> out.println(Json.write(Json.of(session))));
          OutputClosedException.flush(out);
        } else {
          sessions.addAll(page.sessions());
        }
      } while (!pageToken.isEmpty());
      if (!output.isJson()) {
        print(out, sessions);
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private static void print(PrintWriter out, List<SessionView> sessions) {
    if (sessions.isEmpty()) {
      out.println("no sessions");
      return;
    }
    Table table = new Table("SESSION", "CLIENT", "TTL", "EXPIRES IN", "HOLDS", "WAITING");
    for (SessionView session : sessions) {
      table.add(
          session.session(),
          session.clientName(),
          Formats.time(session.ttl()),
          session.remaining().map(Formats::time).orElse("-"),
          session.holds(),
          session.waiting());
    }
    table.print(out);
  }
}
