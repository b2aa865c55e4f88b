package io.tenure.cli.server;

import io.tenure.cli.terminal.Invocation;
import java.io.PrintWriter;
import java.util.List;

/** Commands to try after starting the service. */
public final class Hints {
  private static final List<String> COMMANDS =
      List.of("watch /demo%s", "lock /demo%s -- sleep 30", "ls%s");

  private Hints() {}

  /**
   * Prints one command per line.
   *
   * @param options appended to each command's name
   */
  public static void print(PrintWriter out, String options) {
    String command = Invocation.current().command();
    COMMANDS.forEach(each -> out.println("  " + command + " " + each.formatted(options)));
  }
}
