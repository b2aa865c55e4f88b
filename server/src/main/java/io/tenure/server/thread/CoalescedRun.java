package io.tenure.server.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers share runs of something that takes its time. One run is under way at a time. Who
 * asks meanwhile shares the next one, since the present one may have begun too early for them.
 *
 * <p>Any thread.
 */
public final class CoalescedRun<T> {
  private final Supplier<CompletableFuture<T>> run;
  private final Consumer<Throwable> fatal;

  /** Who shares the next run. Guarded by this. */
  private List<CompletableFuture<T>> waiting = new ArrayList<>();

  /** Guarded by this. */
  private boolean running;

  /**
   * Nothing runs yet.
   *
   * @param run begins a run and returns at once
   * @param fatal receives exceptions that are thrown here instead of completing the future of a run
   */
  public CoalescedRun(Supplier<CompletableFuture<T>> run, Consumer<Throwable> fatal) {
    this.run = run;
    this.fatal = fatal;
  }

  /** The result of a run that begins after this call. */
  public CompletableFuture<T> next() {
    CompletableFuture<T> result = nextUnlessFull(Integer.MAX_VALUE);
    if (result == null) {
      throw new IllegalStateException("too many wait");
    }
    return result;
  }

  /** Likewise; null if so many wait for the next run already. */
  public @Nullable CompletableFuture<T> nextUnlessFull(int mostWaiting) {
    CompletableFuture<T> result = new CompletableFuture<>();
    synchronized (this) {
      if (waiting.size() >= mostWaiting) {
        return null;
      }
      waiting.add(result);
      if (running) {
        return result;
      }
      running = true;
    }
    begin();
    return result;
  }

  private void begin() {
    List<CompletableFuture<T>> served;
    synchronized (this) {
      if (waiting.isEmpty()) {
        running = false;
        return;
      }
      served = waiting;
      waiting = new ArrayList<>();
    }
    CompletableFuture<T> result;
    try {
      result = run.get();
    } catch (RuntimeException | Error broken) {
      result = CompletableFuture.failedFuture(broken);
      fatal.accept(broken);
    }
    var unused =
        result.handle(
            (value, thrown) -> {
              try {
                end(served, value, thrown);
              } catch (RuntimeException | Error broken) {
                fatal.accept(broken);
              }
              return null;
            });
  }

  private void end(List<CompletableFuture<T>> served, T value, @Nullable Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    for (CompletableFuture<T> each : served) {
      if (cause == null) {
        each.complete(value);
      } else {
        each.completeExceptionally(cause);
      }
    }
    begin();
  }
}
