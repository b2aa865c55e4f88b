package io.tenure.bench;

import io.tenure.core.model.Event;
import io.tenure.core.model.Target;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A release in front of a queue: the next in line gets the key, and who released it queues again at
 * the end. What one release costs must not grow with the queue.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseSerialGC"})
public class HandOffBenchmark {
  private static final List<Target> KEY = Shard.exclusive("/queue/key");

  /** Requests that wait for the key. */
  @Param({"10", "100", "1000", "10000"})
  private int waiters;

  private Shard shard;
  private int holder;
  private long token;

  /** Fills the queue. */
  @Setup
  public void queueUp() {
    shard = new Shard(Shard.roomy(), waiters + 1);
    holder = 0;
    token = Shard.expectGranted(shard.acquire(holder, "main", KEY, true));
    for (int i = 1; i <= waiters; i++) {
      shard.acquire(i, "main", KEY, true);
    }
  }

  /** One release, one grant, one request that queues. */
  @Benchmark
  public void releaseAndQueueAgain() {
    int before = holder;
    Event.Granted granted = (Event.Granted) shard.release(holder, token).events().get(1);
    token = granted.revision();
    holder = shard.indexOf(granted.hold().owner().session());
    shard.acquire(before, "main", KEY, true);
  }
}
