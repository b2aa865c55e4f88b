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

/** Prints what happens to a key, as it happens. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "tenure watch [PREFIX] [--from REVISION] [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Prints what happens, as it happens.",
      "",
      "What happens to a key and everything below, one event a line, until Ctrl-C:"
          + " revision, what happened, keys, token, session and owner, and why.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure watch", "  tenure watch /billing --from 1200 -o json"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:it ended; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached, or not again within half a minute",
      "141:nobody reads what it prints any more"
    })
public final class Watch implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(
      paramLabel = "PREFIX",
      arity = "0..1",
      defaultValue = "/",
      description = {
        "a key: it and everything below (default: all). A service with several shards is watched"
            + " by keys only, not as a whole"
      })
  private String prefix;

  @Option(
      names = "--from",
      paramLabel = "REVISION",
      defaultValue = "0",
      description = "the first revision wanted (default: what happens from now on)")
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
                + " (expected: a key such as /billing, as this service has several shards)",
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
