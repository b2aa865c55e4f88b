package io.tenure.bench;

import io.tenure.core.LockState;
import io.tenure.core.snapshot.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
 * A snapshot of many holds, each in a session of its own or in few sessions. {@code capture} is
 * what stops the applier; {@code write} happens on another thread.
 */
@State(Scope.Thread)
@BenchmarkMode({Mode.AverageTime, Mode.SingleShotTime})
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseSerialGC"})
public class SnapshotBenchmark {
  @Param("100000")
  private int holds;

  @Param({"1000", "100000"})
  private int sessions;

  private Shard shard;
  private Snapshot snapshot;
  private byte[] bytes;

  /** Takes the holds. */
  @Setup
  public void fill() throws IOException {
    shard = new Shard(Shard.roomy(), sessions);
    shard.hold(holds);
    snapshot = shard.state.capture();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    snapshot.writeTo(out);
    bytes = out.toByteArray();
  }

  /** The part that stops the applier. */
  @Benchmark
  public Snapshot capture() {
    return shard.state.capture();
  }

  /** The part that another thread does. */
  @Benchmark
  public void write() throws IOException {
    snapshot.writeTo(OutputStream.nullOutputStream());
  }

  /** Building a state from the bytes. */
  @Benchmark
  public LockState restore() throws IOException {
    return LockState.restore(new ByteArrayInputStream(bytes));
  }
}
