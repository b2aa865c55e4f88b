package io.tenure.faults;

import io.tenure.faults.fault.FaultListener;
import io.tenure.faults.history.Entry;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints what happens, with the seconds since the start. Thread-safe. */
final class ConsoleOutput implements FaultListener {
  private final PrintWriter out;
  private final long beganNanos = System.nanoTime();
  private boolean over; // Guarded by this.

  ConsoleOutput(PrintWriter out) {
    this.out = out;
  }

  synchronized void say(String text) {
    if (over) {
      return;
    }
    out.println(text);
    out.flush();
  }

  /** Prints a last line; later lines are dropped. */
  synchronized void sayLast(String text) {
    say(text);
    over = true;
  }

  void step(String text) {
    say(String.format(Locale.ROOT, "%7.1f s  %s", (System.nanoTime() - beganNanos) / 1e9, text));
  }

  @Override
  public void began(String kind, String what, long nanos) {
    step(kind + ": " + what);
  }

  @Override
  public void ended(Entry.Fault fault) {
    step(
        String.format(
            Locale.ROOT,
            "%s: %s after %.1f s",
            fault.kind(),
            fault.healed() ? "recovered" : "NOT recovered",
            (fault.toNanos() - fault.fromNanos()) / 1e9));
  }

  @Override
  public void skipped(Entry.Skipped fault) {
    step(fault.kind() + ": could not start: " + fault.why());
  }

  @Override
  public void calmBegan(long nanos) {
    step("calm");
  }

  @Override
  public void calmEnded(Entry.Calm calm) {}
}
