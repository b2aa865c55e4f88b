package io.tenure.faults.work.plain;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tenure.faults.work.plain.PlainOutcome.Failure;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.TenureGrpc.TenureStub;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Keeps a session alive by plain calls, and knows for how long it is good: from when the last
 * acknowledged call was sent, less a margin. It stays with a node for as long as that answers.
 */
public final class SessionKeeper implements AutoCloseable {
  private static final ScheduledExecutorService TIMER =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "keepers");
            thread.setDaemon(true);
            return thread;
          });

  private static final long MIN_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MARGIN_SHARE = 20;
  private static final long PAUSE_MILLIS = 100;

  /** What keeps it, and who is told. */
  public interface Keeping {
    /** Sends a call that keeps the session; 0 milliseconds stand for a session that is gone. */
    void send(TenureStub stub, LongConsumer ttlMillis, Consumer<Throwable> failed);

    /** It was acknowledged. */
    void kept(long ttlMillis, long sentNanos, long nanos);

    /** The service said that there is nothing to keep, though it was not closed before. */
    void refused(long sentNanos, long nanos);

    /** It is over, without having been closed. Told once. */
    void over(String why);
  }

  private final PlainCalls calls;
  private final Keeping keeping;
  private volatile long goodUntilNanos;
  private long ttlMillis;
  private boolean over;

  private SessionKeeper(PlainCalls calls, Keeping keeping) {
    this.calls = calls;
    this.keeping = keeping;
  }

  /** Keeps what was opened by a call that was sent then. */
  public static SessionKeeper start(
      PlainCalls calls, Keeping keeping, long ttlMillis, long sentNanos) {
    SessionKeeper keeper = new SessionKeeper(calls.another(), keeping);
    keeper.lengthened(ttlMillis, sentNanos);
    keeper.later(ttlMillis / 3, keeper::keepAlive);
    keeper.check();
    return keeper;
  }

  public boolean isGood() {
    return goodUntilNanos - System.nanoTime() > 0 && !isOver();
  }

  private synchronized boolean isOver() {
    return over;
  }

  private synchronized void lengthened(long ttl, long sentNanos) {
    long ttlNanos = TimeUnit.MILLISECONDS.toNanos(ttl);
    long margin = Math.max(MIN_MARGIN_NANOS, ttlNanos / MARGIN_SHARE);
    ttlMillis = ttl;
    goodUntilNanos = sentNanos + ttlNanos - margin;
  }

  private void later(long millis, Runnable task) {
    var unused = TIMER.schedule(task, millis, TimeUnit.MILLISECONDS);
  }

  private void check() {
    long leftNanos = goodUntilNanos - System.nanoTime();
    if (leftNanos <= 0) {
      end("TERM_OVER");
    } else if (!isOver()) {
      later(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1, this::check);
    }
  }

  private void end(String why) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
    }
    keeping.over(why);
  }

  private synchronized long periodMillis() {
    return ttlMillis / 3;
  }

  private void keepAlive() {
    if (isOver()) {
      return;
    }
    long sentNanos = System.nanoTime();
    TenureStub stub = calls.async().withDeadlineAfter(periodMillis(), TimeUnit.MILLISECONDS);
    keeping.send(stub, ttl -> answered(ttl, sentNanos), thrown -> failed(thrown, sentNanos));
  }

  private void answered(long ttl, long sentNanos) {
    long nanos = System.nanoTime();
    if (ttl == 0) {
      refused(sentNanos, nanos);
      return;
    }
    keeping.kept(ttl, sentNanos, nanos);
    lengthened(ttl, sentNanos);
    later(periodMillis(), this::keepAlive);
  }

  /** When it is closed, nobody knows whether it was the client that has ended it. */
  private void refused(long sentNanos, long nanos) {
    if (!isOver()) {
      keeping.refused(sentNanos, nanos);
    }
    end("SESSION_EXPIRED");
  }

  private void failed(Throwable thrown, long sentNanos) {
    long nanos = System.nanoTime();
    Failure failure =
        PlainOutcome.failure(
            thrown instanceof StatusRuntimeException status
                ? status
                : Status.fromThrowable(thrown).asRuntimeException());
    if (failure.reason() == Reason.SESSION_UNKNOWN) {
      refused(sentNanos, nanos);
    } else {
      calls.nextNode();
      later(PAUSE_MILLIS, this::keepAlive);
    }
  }

  /** Keeps it no longer, and tells nobody. */
  @Override
  public synchronized void close() {
    over = true;
  }

  /** Hears one reply. */
  public static <R> StreamObserver<R> observer(Consumer<R> reply, Consumer<Throwable> failed) {
    return new StreamObserver<>() {
      @Override
      public void onNext(R value) {
        reply.accept(value);
      }

      @Override
      public void onError(Throwable thrown) {
        failed.accept(thrown);
      }

      @Override
      public void onCompleted() {}
    };
  }
}
