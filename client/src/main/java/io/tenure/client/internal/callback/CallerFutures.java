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

/** From futures that the loop completes to what users are given. */
public final class CallerFutures {
  private CallerFutures() {}

  /** What whoever asks a closed client for something gets. */
  public static void failClosed(CompletableFuture<?> future) {
    fail(
        future, () -> new UnavailableException(Reason.SHUTTING_DOWN, "the client is closed", null));
  }

  public static void fail(CompletableFuture<?> future, Supplier<TenureException> why) {
    future.completeExceptionally(new CallFailure(why));
  }

  /**
   * Waits.
   *
   * @throws InterruptedException if interrupted; what was asked for goes on
   */
  public static <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw toException(e);
    }
  }

  /**
   * Waits, but not for longer than this.
   *
   * @param what asked only if that is too short
   */
  public static <T> T await(CompletableFuture<T> future, Duration limit, Supplier<String> what)
      throws InterruptedException {
    try {
      return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw toException(e);
    } catch (TimeoutException e) {
      throw new IndeterminateException(
          Reason.NO_ANSWER, what.get() + ": no answer in " + limit.toMillis() + " ms", null);
    }
  }

  /** Waits for as long as that, however often the thread is interrupted. */
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
    if (cause instanceof CallFailure unsuccessful) {
      return unsuccessful.toException();
    }
    return cause instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("the client has failed", cause);
  }

  /**
   * A future for users: completed where their code may run.
   *
   * @param unwanted what to do with a result that nobody takes any more
   * @param givenUp what to do when the user cancels it, or ends it in another way
   */
  public static <T> CompletableFuture<T> handOver(
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

  public static <T> CompletableFuture<T> handOver(CompletableFuture<T> inner, Executor callbacks) {
    return handOver(inner, callbacks, value -> {}, () -> {});
  }

  /**
   * What users make of one future, as another that can be cancelled in its place.
   *
   * @param unwanted what to do with a result that nobody takes any more
   */
  public static <A, B> CompletableFuture<B> map(
      CompletableFuture<A> source, Function<A, B> meaning, Consumer<A> unwanted) {
    return map(
        source,
        (value, thrown) -> {
          if (value == null) {
            throw toException(Objects.requireNonNull(thrown));
          }
          return meaning.apply(value);
        },
        unwanted);
  }

  /** The same, but empty if others hold it. */
  public static <A, T> CompletableFuture<Optional<T>> mapIfAcquired(
      CompletableFuture<A> source, Function<A, T> meaning, Consumer<A> unwanted) {
    return map(
        source,
        (hold, thrown) -> {
          if (hold != null) {
            return Optional.of(meaning.apply(hold));
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
      BiFunction<@Nullable A, @Nullable Throwable, B> meaning,
      Consumer<A> unwanted) {
    CompletableFuture<B> outer = new CompletableFuture<>();
    var unused =
        source.whenComplete(
            (value, thrown) -> {
              try {
                if (!outer.complete(meaning.apply(value, thrown)) && value != null) {
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
