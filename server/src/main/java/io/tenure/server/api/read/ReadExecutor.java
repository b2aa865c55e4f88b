package io.tenure.server.api.read;

import io.tenure.core.LockState;
import io.tenure.core.snapshot.Snapshot;
import io.tenure.protocol.v1.Reason;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.thread.CoalescedRun;
import io.tenure.server.thread.NodeThreads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Threads for reads that take longer than a transport's thread may, and the snapshots of the state
 * that they look at.
 */
public final class ReadExecutor implements AutoCloseable {
  /** Listings that may be under way or wait, in all. */
  private static final int MAX_LISTINGS = 256;

  /** Tasks that may wait for a thread. */
  private static final int MAX_WAITING = 1_024;

  private final ExecutorService threads;
  private final AtomicInteger listings = new AtomicInteger();

  /** Of those listings that have a snapshot. */
  private final ReadPermits turns;

  /**
   * No listing is under way.
   *
   * @param listingSnapshots how many may have a snapshot each, at the same time
   */
  public ReadExecutor(int threadCount, int listingSnapshots) {
    turns = new ReadPermits(listingSnapshots);
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            threadCount,
            threadCount,
            0,
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            task -> {
              Thread thread = new Thread(task, "tenure-read-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * What a shard's listings look at: snapshots as of now, and snapshots that may be behind.
   * Listings that wait for their turn have none, and share one when their turn comes.
   */
  public static final class ListingSnapshots {
    private final ReadExecutor reads;
    private final CoalescedRun<Snapshot> current;
    private final CoalescedRun<Snapshot> stale;

    public ListingSnapshots(ShardParts parts, ReadExecutor reads) {
      this.reads = reads;
      current =
          new CoalescedRun<>(
              () -> parts.shard().read(LockState::capture), NodeThreads::reportThrown);
      stale =
          new CoalescedRun<>(
              () -> reads.supply(() -> parts.shard().readStale(LockState::capture)),
              NodeThreads::reportThrown);
    }

    /** After {@link #enter}. */
    public CompletableFuture<Snapshot> take(boolean staleOk) {
      return reads.turns.take().thenCompose(turn -> (staleOk ? stale : current).next());
    }
  }

  /** Takes a place for a listing; it takes one snapshot, and then {@link #leave} must follow. */
  public void enter() {
    if (listings.incrementAndGet() > MAX_LISTINGS) {
      listings.decrementAndGet();
      throw new CallRefused(
          Reason.OVERLOADED,
          "listings under way: more than " + MAX_LISTINGS + " on this node; retry later");
    }
  }

  public void leave() {
    listings.decrementAndGet();
    turns.give();
  }

  /** Runs it on a thread of its own; fails at once if too many wait. */
  public <T> CompletableFuture<T> supply(Supplier<T> task) {
    try {
      return CompletableFuture.supplyAsync(() -> reporting(task), threads);
    } catch (RejectedExecutionException full) {
      return CompletableFuture.failedFuture(
          new CallRefused(
              Reason.OVERLOADED,
              "reads that wait for a thread: more than "
                  + MAX_WAITING
                  + " on this node; retry later"));
    }
  }

  /** The future keeps an error to itself. */
  private static <T> T reporting(Supplier<T> task) {
    try {
      return task.get();
    } catch (Error e) {
      NodeThreads.report(e);
      throw e;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
