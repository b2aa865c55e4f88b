package io.tenure.cli;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes signals on to the command that this process runs, if it runs one: those that ask to end,
 * and that the terminal has another size. Each comes on a thread of its own.
 *
 * <p>A terminal's wish to stop is not heard: this process would stop, its hold be lost, and the
 * command go on.
 */
final class SignalRelay implements AutoCloseable {
  private final CompletableFuture<EndingSignal> first = new CompletableFuture<>();
  private final Signals signals;
  private @Nullable ProcessGroup receiver; // Guarded by this.

  SignalRelay() {
    signals =
        Signals.onEnding(this::heard).and("TSTP", () -> {}).and("WINCH", () -> passOn("WINCH"));
  }

  private void heard(EndingSignal signal) {
    // In this order: whoever is starting the command either sees it, or is the one to get it.
    first.complete(signal);
    passOn(signal.name());
  }

  private synchronized void passOn(String signal) {
    if (receiver != null) {
      receiver.send(signal);
    }
  }

  /** Completed when this process is asked to end. */
  CompletableFuture<EndingSignal> first() {
    return first;
  }

  /** Starts what signals are passed on to from now on; nothing if one has come already. */
  synchronized Optional<ProcessGroup> start(Supplier<ProcessGroup> starting) {
    if (first.isDone()) {
      return Optional.empty();
    }
    ProcessGroup started = starting.get();
    receiver = started;
    return Optional.of(started);
  }

  /** The command has ended. */
  synchronized void forget() {
    receiver = null;
  }

  @Override
  public void close() {
    signals.close();
  }
}
