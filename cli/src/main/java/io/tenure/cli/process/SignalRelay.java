package io.tenure.cli.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes signals on to the command that this process runs, if it runs one: those that ask to end,
 * and SIGWINCH, to all processes of the command; SIGUSR1 and SIGUSR2 to the command's own process
 * only, because they end every process that has no handler for them, such as a {@code sleep} in a
 * script that has one. Each comes on a thread of its own.
 *
 * <p>While a command runs, SIGHUP asks the command alone: it may mean "reload". This process is
 * asked to end only if the command ends because of it.
 *
 * <p>SIGTSTP is ignored: this process would stop, its hold be lost, and the command go on. SIGQUIT
 * cannot be passed on: the JVM keeps it for itself, to print its threads; the script that starts
 * this process turns that output off.
 */
public final class SignalRelay implements AutoCloseable {
  private final CompletableFuture<EndingSignal> first = new CompletableFuture<>();
  private final Signals signals;

  // Guarded by this.
  private @Nullable ProcessGroup receiver;
  private boolean hungUp; // Since the command was started.
  private long hungUpNanos;

  public SignalRelay() {
    signals =
        Signals.onEnding(this::heard)
            .and("TSTP", () -> {})
            .and("WINCH", () -> passOn("WINCH"))
            .and("USR1", () -> passOnToCommand("USR1"))
            .and("USR2", () -> passOnToCommand("USR2"));
  }

  private synchronized void heard(EndingSignal signal) {
    if (signal == EndingSignal.HUP && receiver != null) {
      hungUp = true;
      hungUpNanos = System.nanoTime();
    } else {
      first.complete(signal);
    }
    passOn(signal.name());
  }

  private synchronized void passOn(String signal) {
    if (receiver != null) {
      receiver.send(signal);
    }
  }

  private synchronized void passOnToCommand(String signal) {
    if (receiver != null) {
      receiver.sendToCommand(signal);
    }
  }

  /** Completed when this process is asked to end. */
  public CompletableFuture<EndingSignal> first() {
    return first;
  }

  /** Starts what signals are passed on to from now on; nothing if one has come already. */
  public synchronized Optional<ProcessGroup> start(Supplier<ProcessGroup> starting) {
    if (first.isDone()) {
      return Optional.empty();
    }
    ProcessGroup started = starting.get();
    receiver = started;
    hungUp = false;
    return Optional.of(started);
  }

  /**
   * The command has ended by itself, or by a signal. If SIGHUP was the cause, this process is asked
   * to end, too.
   *
   * @param grace how long a command takes at most to end after a signal
   */
  public synchronized void ended(int exitCode, Duration grace) {
    receiver = null;
    boolean soon = System.nanoTime() - hungUpNanos <= grace.toNanos();
    if (hungUp && (soon || exitCode == EndingSignal.HUP.exitCode())) {
      first.complete(EndingSignal.HUP);
    }
  }

  /** The command was ended because its hold was lost. */
  public synchronized void forget() {
    receiver = null;
  }

  @Override
  public void close() {
    signals.close();
  }
}
