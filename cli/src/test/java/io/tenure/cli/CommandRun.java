package io.tenure.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs commands in this process, and keeps what the last one said. */
final class CommandRun {
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  /** Returns the exit code. */
  int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
