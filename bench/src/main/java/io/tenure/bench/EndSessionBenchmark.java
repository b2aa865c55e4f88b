package io.tenure.bench;

import io.tenure.core.Applied;
import io.tenure.core.model.Limits;
import java.util.concurrent.TimeUnit;
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

/**
 * The end of a session with 100,000 holds: the command that closes it, and the ones of another
 * session that come next. With {@code changesPerCommand} at 100,000 all of it ends in one command,
 * as it did before there was that limit.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseSerialGC"})
public class EndSessionBenchmark {
  private static final int HOLDS = 100_000;
  private static final int LARGE = 0;
  private static final int OTHER = 1;

  @Param({"1000", "100000"})
  private int changesPerCommand;

  private Shard shard;
  private int keys;

  /** Two sessions; the first one has the holds. */
  @Setup(Level.Iteration)
  public void fill() {
    shard = new Shard(limits(), 2);
    for (int i = 0; i < HOLDS; i++) {
      Shard.expectGranted(shard.acquire(LARGE, "", Shard.exclusive("/held/" + i), false));
    }
  }

  private Limits limits() {
    Limits roomy = Shard.roomy();
    return new Limits(
        roomy.sessions(),
        roomy.holds(),
        roomy.holdsPerOwner(),
        roomy.waitersPerKey(),
        roomy.waitersPerOwner(),
        roomy.waiters(),
        roomy.answersPerSession(),
        roomy.answers(),
        roomy.deadlockSteps(),
        changesPerCommand,
        roomy.heldBytes(),
        roomy.waitingBytes(),
        roomy.answerBytes());
  }

  /** Closes it. */
  @Benchmark
  public Applied close() {
    return shard.close(LARGE);
  }

  /** Closes it; then the other session acquires until nothing is left to end. */
  @Benchmark
  public int closeAndGoOn() {
    shard.close(LARGE);
    int commands = 1;
    while (shard.state.isEnding()) {
      shard.acquire(OTHER, "", Shard.exclusive("/other/" + keys++), false);
      commands++;
    }
    return commands;
  }
}
