package io.tenure.client.internal.callback;

import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns futures that the loop completes into results, exceptions and futures for users. */
public final class CallerFutures {
  private CallerFutures() {}

  public static void failClosed(CompletableFuture<?> future) {
    fail(
        future, () -> new UnavailableException(Reason.SHUTTING_DOWN, "the client is closed", null));
  }

  public static void fail(CompletableFuture<?> future, Supplier<TenureException> why) {
    future.completeExceptionally(new CallFailure(why));
  }

  /**
   * Blocks until it is completed.
   *
   * @throws InterruptedException if interrupted; the operation continues
   */
  public static <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw toException(e);
    }
  }

  /**
   * Blocks until it is completed, or the limit is over.
   *
   * @param what names the operation; asked only for the message
   */
  public static <T> T await(CompletableFuture<T> future, Duration limit, Supplier<String> what)
      throws InterruptedException {
    try {
      return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw toException(e);
    } catch (TimeoutException e) {
      throw new IndeterminateException(
          Reason.NO_ANSWER,
          what.get()
              + ": no answer within "
              + limit.toMillis()
              + " ms; it may have been executed, and the client keeps trying",
          null);
    }
  }

  /** Blocks until it is completed or the limit is over, also if the thread is interrupted. */
  public static boolean isDoneWithin(CompletableFuture<?> future, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          Object unused = future.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
          return true;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          return true;
        } catch (TimeoutException e) {
          return false;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static RuntimeException toException(Throwable thrown) {
    Throwable cause =
        (thrown instanceof CompletionException || thrown instanceof ExecutionException)
                && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof CallFailure failure) {
      return failure.toException();
    }
    return cause instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("internal error in the client", cause);
  }

  /**
   * A future for the user: completed on a thread that may run users' code.
   *
   * @param unwanted receives a result that came after the user had cancelled the future
   * @param givenUp run when the user cancels the future or completes it in another way
   */
  public static <T> CompletableFuture<T> deliver(
      CompletableFuture<T> inner, Executor callbacks, Consumer<T> unwanted, Runnable givenUp) {
    CompletableFuture<T> outer = new CompletableFuture<>();
    var unused =
        inner.whenCompleteAsync(
            (value, thrown) -> {
              if (thrown != null) {
                outer.completeExceptionally(toException(thrown));
              } else if (!outer.complete(value)) {
                unwanted.accept(value);
              }
            },
            callbacks);
    whenDone(
        outer,
        () -> {
          if (!inner.isDone()) {
            givenUp.run();
          }
        });
    return outer;
  }

  private static void whenDone(CompletableFuture<?> future, Runnable then) {
    var unused = future.whenComplete((value, thrown) -> then.run());
  }

  public static <T> CompletableFuture<T> deliver(CompletableFuture<T> inner, Executor callbacks) {
    return deliver(inner, callbacks, value -> {}, () -> {});
  }

  /**
   * Converts the result of a user's future. Cancelling the returned future cancels the source.
   *
   * @param unwanted receives a result that came after the user had cancelled the future
   */
  public static <A, B> CompletableFuture<B> map(
      CompletableFuture<A> source, Function<A, B> conversion, Consumer<A> unwanted) {
    return map(
        source,
        (value, thrown) -> {
          if (value == null) {
            throw toException(Objects.requireNonNull(thrown));
          }
          return conversion.apply(value);
        },
        unwanted);
  }

  /** The same, but empty instead of failed if others hold the lock. */
  public static <A, T> CompletableFuture<Optional<T>> mapIfAcquired(
      CompletableFuture<A> source, Function<A, T> conversion, Consumer<A> unwanted) {
    return map(
        source,
        (hold, thrown) -> {
          if (hold != null) {
            return Optional.of(conversion.apply(hold));
          }
          RuntimeException e = toException(Objects.requireNonNull(thrown));
          if (e instanceof NotAcquiredException) {
            return Optional.empty();
          }
          throw e;
        },
        unwanted);
  }

  private static <A, B> CompletableFuture<B> map(
      CompletableFuture<A> source,
      BiFunction<@Nullable A, @Nullable Throwable, B> conversion,
      Consumer<A> unwanted) {
    CompletableFuture<B> outer = new CompletableFuture<>();
    var unused =
        source.whenComplete(
            (value, thrown) -> {
              try {
                if (!outer.complete(conversion.apply(value, thrown)) && value != null) {
                  unwanted.accept(value);
                }
              } catch (RuntimeException e) {
                outer.completeExceptionally(e);
              }
            });
    whenDone(outer, () -> source.cancel(false));
    return outer;
  }
}
