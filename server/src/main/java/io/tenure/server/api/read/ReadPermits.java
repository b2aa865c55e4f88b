package io.tenure.server.api.read;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Lets a few at a time have something; others wait in order. Any thread. */
final class ReadPermits {
  private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
  private int free;

  /** Nobody has a turn. */
  ReadPermits(int most) {
    free = most;
  }

  /** Completes with a turn; {@link #give} must follow. */
  CompletableFuture<Void> take() {
    CompletableFuture<Void> turn = new CompletableFuture<>();
    synchronized (this) {
      if (free == 0) {
        waiting.add(turn);
        return turn;
      }
      free--;
    }
    turn.complete(null);
    return turn;
  }

  /** Gives a turn back; the caller that has waited longest gets it. */
  void give() {
    CompletableFuture<Void> next = next();
    if (next != null) {
      next.complete(null);
    }
  }

  private synchronized @Nullable CompletableFuture<Void> next() {
    CompletableFuture<Void> next = waiting.poll();
    if (next == null) {
      free++;
    }
    return next;
  }
}
