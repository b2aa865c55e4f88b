package io.tenure.server.thread;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what would be lost in a future that nothing reads: an {@link Error} ends the node, any
 * other exception is logged.
 */
public final class FutureErrors {
  private static final Logger LOG = LoggerFactory.getLogger(FutureErrors.class);

  private FutureErrors() {}

  /** Reports what the future fails with: for one at the end of a chain that should never fail. */
  public static void report(CompletableFuture<?> end, String doing, Consumer<Throwable> fatal) {
    var unused =
        end.whenComplete(
            (result, thrown) -> {
              if (thrown != null && !reportError(thrown, fatal)) {
                LOG.error("internal error while {}", doing, cause(thrown));
              }
            });
  }

  /** For a failure that may be an expected one: whether it is an error, which was reported. */
  public static boolean reportError(Throwable thrown, Consumer<Throwable> fatal) {
    Throwable cause = cause(thrown);
    if (cause instanceof Error) {
      fatal.accept(cause);
      return true;
    }
    return false;
  }

  /** What is thrown instead of being returned becomes the failure of the future. */
  public static <T> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException | Error thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  private static Throwable cause(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
