package io.tenure.bench;

import io.tenure.core.Applied;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
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
 * The longest search for a deadlock that one acquire may cause: it uses the steps of {@link
 * Limits#deadlockSteps} and is refused, so the next one finds the same state.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseSerialGC"})
public class DeadlockSearchBenchmark {
  @Param private HostileShape shape;

  private Shard shard;
  private List<Target> targets;

  /** Brings the shape about. */
  @Setup
  public void fill() {
    shard = new Shard(Limits.DEFAULT, 1);
    targets = shape.fill(shard);
  }

  /** One acquire that is refused. */
  @Benchmark
  public Outcome refusedAcquire() {
    Applied applied = shard.acquire(0, HostileShape.ASKER, targets, true);
    if (!applied.events().isEmpty()) {
      throw new IllegalStateException("not refused: " + applied.outcome());
    }
    return applied.outcome();
  }
}
