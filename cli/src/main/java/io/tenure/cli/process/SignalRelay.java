package io.tenure.cli.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards signals to the running command: the ending signals and SIGWINCH to all its processes;
 * SIGUSR1 and SIGUSR2 only to the command's own process, because they end every process that has no
 * handler for them, such as a {@code sleep} in a script that has one. Each signal arrives on its
 * own thread.
 *
 * <p>While a command runs, SIGHUP is only forwarded: it may mean "reload". This process ends only
 * if the command ends because of it.
 *
 * <p>SIGTSTP is ignored: otherwise this process would stop and lose its hold while the command
 * continues. SIGQUIT cannot be forwarded: the JVM reserves it for thread dumps; the {@code tenure}
 * script turns these off.
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
        Signals.onEnding(this::onSignal)
            .and("TSTP", () -> {})
            .and("WINCH", () -> forward("WINCH"))
            .and("USR1", () -> forwardToCommand("USR1"))
            .and("USR2", () -> forwardToCommand("USR2"));
  }

  private synchronized void onSignal(EndingSignal signal) {
    if (signal == EndingSignal.HUP && receiver != null) {
      hungUp = true;
      hungUpNanos = System.nanoTime();
    } else {
      first.complete(signal);
    }
    forward(signal.name());
  }

  private synchronized void forward(String signal) {
    if (receiver != null) {
      receiver.send(signal);
    }
  }

  private synchronized void forwardToCommand(String signal) {
    if (receiver != null) {
      receiver.sendToCommand(signal);
    }
  }

  /** Completed with the first signal that asks this process to end. */
  public CompletableFuture<EndingSignal> first() {
    return first;
  }

  /**
   * Starts the process group that gets the signals from now on; nothing if a signal has already
   * arrived.
   */
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
   * Called when the command has ended. If SIGHUP was the cause, this process is asked to end, too.
   *
   * @param grace the maximum time between a signal and the end of the command
   */
  public synchronized void ended(int exitCode, Duration grace) {
    receiver = null;
    boolean soon = System.nanoTime() - hungUpNanos <= grace.toNanos();
    if (hungUp && (soon || exitCode == EndingSignal.HUP.exitCode())) {
      first.complete(EndingSignal.HUP);
    }
  }

  /** Called when the command was terminated because its hold was lost. */
  public synchronized void detach() {
    receiver = null;
  }

  @Override
  public void close() {
    signals.close();
  }
}
