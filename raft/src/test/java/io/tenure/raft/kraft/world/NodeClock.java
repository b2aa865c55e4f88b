package io.tenure.raft.kraft.world;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.raft.ExpirationService;

/** The monotonic clock of one run of a node, which may go fast or slow, and its timers. */
final class NodeClock implements Time, ExpirationService {
  /** Never reached by any world, and so never kept. */
  private static final long NEVER_MILLIS = 1_000_000;

  private record Timer(long deadline, CompletableFuture<?> future) {}

  private final Timeline timeline;
  private final double rate;
  private final long started;
  private final long offset;
  private final List<Timer> timers = new ArrayList<>();

  NodeClock(Timeline timeline, double rate, long offset) {
    this.timeline = timeline;
    this.rate = rate;
    this.started = timeline.now();
    this.offset = offset;
  }

  @Override
  public long milliseconds() {
    return nanoseconds() / 1_000_000;
  }

  @Override
  public long nanoseconds() {
    return TimeUnit.MICROSECONDS.toNanos((long) ((timeline.now() - started) * rate) + offset);
  }

  /** How long the world takes until this clock has advanced by so much. */
  long worldMicros(long millis) {
    return (long) (millis * 1_000 / rate) + 1;
  }

  @Override
  public <T> CompletableFuture<T> failAfter(long timeoutMillis) {
    CompletableFuture<T> future = new CompletableFuture<>();
    if (timeoutMillis < NEVER_MILLIS) {
      timers.add(new Timer(milliseconds() + timeoutMillis, future));
    }
    return future;
  }

  void fireTimers() {
    long now = milliseconds();
    List<Timer> due = new ArrayList<>();
    timers.removeIf(
        timer -> {
          if (timer.deadline() <= now) {
            due.add(timer);
          }
          return timer.deadline() <= now || timer.future().isDone();
        });
    due.sort(Comparator.comparingLong(Timer::deadline));
    for (Timer timer : due) {
      timer.future().completeExceptionally(new TimeoutException("expired"));
    }
  }

  /** Milliseconds to the next timer. */
  long untilNextTimer() {
    long next = NEVER_MILLIS;
    for (Timer timer : timers) {
      if (!timer.future().isDone()) {
        next = Math.min(next, timer.deadline() - milliseconds());
      }
    }
    return Math.max(0, next);
  }

  @Override
  public void sleep(long millis) {
    throw new UnsupportedOperationException("nobody sleeps in the engine");
  }

  @Override
  public void waitObject(Object object, Supplier<Boolean> condition, long deadline) {
    throw new UnsupportedOperationException("nobody waits in the engine");
  }
}
