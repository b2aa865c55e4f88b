package io.tenure.server.shard;

import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets calls for a comparison of the states share rounds. In each round every member captures and
 * checksums its whole state, so rounds must not follow one another as fast as calls do.
 *
 * <ol>
 *   <li>A call joins the round that is under way, if there is one, and gets its result.
 *   <li>The next round begins no sooner than an interval after the last one began. Calls that come
 *       before that wait for it, and share it: what they are told is new.
 *   <li>A round that failed does not count; nobody has compared anything.
 * </ol>
 *
 * <p>Any thread.
 */
public final class ComparisonRounds {
  private static final Logger LOG = LoggerFactory.getLogger(ComparisonRounds.class);

  /** Runs a task later, on another thread. */
  public interface Timer {
    void after(long nanos, Runnable task);
  }

  private final Supplier<CompletableFuture<StateComparison>> compare;
  private final long intervalNanos;
  private final Timer timer;
  private final LongSupplier nanoTime;

  /** The round that is under way or waits for its time. Guarded by this. */
  private @Nullable CompletableFuture<StateComparison> current;

  /** When the next round may begin, if {@link #hasCompared}. Guarded by this. */
  private long nextNanos;

  private boolean hasCompared;

  /**
   * Rounds of one shard on the node that leads.
   *
   * @param compare begins a round and returns at once
   */
  public ComparisonRounds(
      Supplier<CompletableFuture<StateComparison>> compare,
      long intervalNanos,
      Timer timer,
      LongSupplier nanoTime) {
    this.compare = compare;
    this.intervalNanos = intervalNanos;
    this.timer = timer;
    this.nanoTime = nanoTime;
  }

  /** What comes of the present round, or of the next one. */
  public CompletableFuture<StateComparison> join() {
    CompletableFuture<StateComparison> round;
    long wait;
    synchronized (this) {
      if (current != null) {
        return current.copy();
      }
      round = new CompletableFuture<>();
      current = round;
      wait = hasCompared ? nextNanos - nanoTime.getAsLong() : 0;
    }
    CompletableFuture<StateComparison> joined = round.copy();
    if (wait <= 0) {
      begin(round);
    } else {
      beginAfter(wait, round);
    }
    return joined;
  }

  private void beginAfter(long wait, CompletableFuture<StateComparison> round) {
    try {
      timer.after(wait, () -> begin(round));
    } catch (RejectedExecutionException e) {
      LOG.debug("state not compared: this node is stopping", e);
      Failure failure =
          new Failure(
              Failure.Kind.SHUTTING_DOWN, "state not compared: this node is stopping", null);
      end(round, null, new FailureException(failure));
    }
  }

  private void begin(CompletableFuture<StateComparison> round) {
    synchronized (this) {
      hasCompared = true;
      nextNanos = nanoTime.getAsLong() + intervalNanos;
    }
    var unused = compare.get().whenComplete((comparison, thrown) -> end(round, comparison, thrown));
  }

  private void end(
      CompletableFuture<StateComparison> round,
      @Nullable StateComparison comparison,
      @Nullable Throwable thrown) {
    synchronized (this) {
      current = null;
      hasCompared &= thrown == null;
    }
    if (thrown != null) {
      round.completeExceptionally(thrown);
    } else if (comparison != null) {
      round.complete(comparison);
    }
  }
}
