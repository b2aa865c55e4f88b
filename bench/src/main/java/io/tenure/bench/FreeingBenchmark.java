package io.tenure.bench;

import io.tenure.core.Applied;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One command that takes something out of the way of many waiting requests. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms3g", "-Xmx3g", "-XX:+UseSerialGC"})
public class FreeingBenchmark {
  @Param private FreeingShape shape;

  private final Deque<Supplier<Applied>> commands = new ArrayDeque<>();

  /** Brings the shape about, unless what is left of it will do. */
  @Setup(Level.Invocation)
  public void fill() {
    if (commands.isEmpty()) {
      commands.addAll(shape.fill(new Shard(Shard.roomy(), 1)));
    }
  }

  /** One release or withdrawal. */
  @Benchmark
  public Applied command() {
    return commands.remove().get();
  }
}
