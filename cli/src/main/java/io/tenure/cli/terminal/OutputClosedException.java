package io.tenure.cli.terminal;

import java.io.PrintWriter;

/** Whoever read standard output has had enough, such as {@code head}. Nothing to complain about. */
public final class OutputClosedException extends RuntimeException {
  private OutputClosedException() {
    super("standard output is closed");
  }

  /** Whether something could not be written. The JVM is told so by the system, but keeps it. */
  public static boolean isDue() {
    return System.out.checkError();
  }

  /** For output without end, or that takes long to gather. */
  public static void flush(PrintWriter out) {
    out.flush();
    if (isDue()) {
      throw new OutputClosedException();
    }
  }
}
