package io.tenure.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs commands in this process, and keeps what the last one said. */
public final class CommandRun {
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  /** Returns the exit code. */
  public int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  public String out() {
    return out.toString();
  }

  public String err() {
    return err.toString();
  }
}
