package io.tenure.server.api.read;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Something that takes its time and may be shared by all who asked before it began. One is made at
 * a time; who asks meanwhile gets the next, since the one under way may have begun too early for
 * them.
 */
final class SharedComputation<T> {
  private final Supplier<CompletableFuture<T>> maker;
  private List<CompletableFuture<T>> waiting = new ArrayList<>();
  private boolean making;

  SharedComputation(Supplier<CompletableFuture<T>> maker) {
    this.maker = maker;
  }

  CompletableFuture<T> next() {
    CompletableFuture<T> asked = new CompletableFuture<>();
    synchronized (this) {
      waiting.add(asked);
      if (making) {
        return asked;
      }
      making = true;
    }
    make();
    return asked;
  }

  private void make() {
    List<CompletableFuture<T>> served;
    synchronized (this) {
      if (waiting.isEmpty()) {
        making = false;
        return;
      }
      served = waiting;
      waiting = new ArrayList<>();
    }
    var unused =
        maker
            .get()
            .whenComplete(
                (made, thrown) -> {
                  for (CompletableFuture<T> each : served) {
                    if (thrown == null) {
                      each.complete(made);
                    } else {
                      each.completeExceptionally(thrown);
                    }
                  }
                  make();
                });
  }
}
