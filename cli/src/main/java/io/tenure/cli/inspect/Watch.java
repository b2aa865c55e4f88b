package io.tenure.cli.inspect;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputClosedException;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.LockEvent;
import io.tenure.client.Scope;
import io.tenure.client.WatchListener;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.view.WatchedKeys;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the events of a key or subtree as they occur. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "tenure watch [PREFIX] [--from REVISION] [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Prints events as they occur.",
      "",
      "Watches a key and all keys below it and prints one event per line until Ctrl-C:"
          + " revision, kind, keys, token, session, owner and cause.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure watch", "  tenure watch /billing --from 1200 -o json"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:the watch ended; see standard error",
      "2:bad usage",
      "69:the service is unavailable, or could not be reached again within 30 s",
      "141:standard output was closed by its reader"
    })
public final class Watch implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(
      paramLabel = "PREFIX",
      arity = "0..1",
      defaultValue = "/",
      description = {
        "watch this key and all keys below it (default: all keys). With several"
            + " shards, PREFIX is required, because a watch covers one shard only"
      })
  private String prefix;

  @Option(
      names = "--from",
      paramLabel = "REVISION",
      defaultValue = "0",
      description = "the first revision to print (default: only new events)")
  private long from;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (PlainLocks locks = endpoints.locks()) {
      locks.watch(new WatchedKeys(prefix, Scope.SUBTREE), from, new Printing());
    } catch (RefusedException e) {
      if (e.reason() == Reason.CROSS_SHARD) {
        throw new CommandFailedException(
            "prefix: "
                + prefix
                + " (expected: a key such as /billing; the service has several shards,"
                + " and a watch covers one shard only)",
            e);
      }
      throw e;
    }
    return ExitCode.SOFTWARE;
  }

  private final class Printing implements WatchListener {
    @Override
    public void happened(LockEvent event) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(output.isJson() ? Json.write(Json.of(event)) : line(event));
      OutputClosedException.flush(out);
    }
  }

  public static String line(LockEvent event) {
    StringBuilder line = new StringBuilder();
    line.append(event.revision()).append(' ').append(Formats.words(event.kind().name()));
    event
        .targets()
        .forEach(
            target ->
                line.append(' ').append(target.key()).append(" (" + Formats.mode(target) + ")"));
    if (event.token() > 0) {
      line.append(" token ").append(event.token());
    }
    line.append(" session ").append(event.session()).append(" owner ").append(event.owner());
    if (!event.cause().isEmpty()) {
      line.append(": ").append(Formats.words(event.cause()));
    }
    if (!event.value().isEmpty()) {
      line.append(" \"").append(event.value()).append('"');
    }
    return Formats.printable(line.toString());
  }
}
