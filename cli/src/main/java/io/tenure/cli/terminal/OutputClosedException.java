package io.tenure.cli.terminal;

import java.io.PrintWriter;

/** The reader of standard output has closed it, as {@code head} does. Not an error. */
public final class OutputClosedException extends RuntimeException {
  private OutputClosedException() {
    super("standard output is closed");
  }

  /**
   * Whether a write to standard output has failed. The JVM records that but throws no exception.
   */
  public static boolean isDue() {
    return System.out.checkError();
  }

  /** Flushes, and throws if standard output is closed; for long or endless output. */
  public static void flush(PrintWriter out) {
    out.flush();
    if (isDue()) {
      throw new OutputClosedException();
    }
  }
}
