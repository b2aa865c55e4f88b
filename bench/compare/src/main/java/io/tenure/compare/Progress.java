package io.tenure.compare;

import io.tenure.compare.report.Figures;
import java.io.PrintWriter;
import java.util.function.DoubleSupplier;

/**
 * Shows the progress of a run: on a terminal one line that is redrawn every second, elsewhere one
 * line for each measurement. A daemon thread redraws; any thread may report.
 */
final class Progress implements AutoCloseable {
  private static final long REDRAW_MILLIS = 1_000;
  private static final int DEFAULT_COLUMNS = 80;
  private static final String CLEAR = "\r\033[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final int columns;
  private final DoubleSupplier secondsLeft;
  private final Thread ticker = new Thread(this::tick, "progress");
  private String current = "";
  private String last = "";
  private boolean closed;

  Progress(PrintWriter out, boolean terminal, DoubleSupplier secondsLeft) {
    this.out = out;
    this.terminal = terminal;
    this.secondsLeft = secondsLeft;
    columns = columns(System.getenv().getOrDefault("COLUMNS", ""));
    ticker.setDaemon(true);
    ticker.start();
  }

  private static int columns(String text) {
    return text.matches("[1-9]\\d{1,3}") ? Integer.parseInt(text) : DEFAULT_COLUMNS;
  }

  /** A step begins. */
  synchronized void begin(String what) {
    current = what;
    draw();
  }

  /** A measurement is complete. */
  synchronized void measured(String what, String figures) {
    last = figures;
    if (!terminal) {
      out.printf("%s: %s (%s)%n", what, figures, left());
      out.flush();
    }
    draw();
  }

  /** Prints a message that stays on the screen. */
  synchronized void message(String line) {
    out.println(terminal ? CLEAR + line : line);
    out.flush();
    draw();
  }

  @Override
  public synchronized void close() {
    closed = true;
    ticker.interrupt();
    if (terminal) {
      out.print(CLEAR);
      out.flush();
    }
  }

  private String left() {
    return "about " + Figures.time(secondsLeft.getAsDouble()) + " left";
  }

  private void draw() {
    if (!terminal || closed || current.isEmpty()) {
      return;
    }
    String end = " | " + left();
    String line = current + (last.isEmpty() ? "" : " | last: " + last);
    int room = Math.max(0, columns - 1 - end.length());
    out.print(CLEAR + (line.length() > room ? line.substring(0, room) : line) + end);
    out.flush();
  }

  private void tick() {
    try {
      while (true) {
        Thread.sleep(REDRAW_MILLIS);
        synchronized (this) {
          draw();
        }
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }
}
