package io.tenure.bench;

import io.tenure.core.model.Target;
import java.util.List;
import java.util.SplittableRandom;
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
 * Acquire and release of a free key, with other holds around: the path of nearly all requests. Keys
 * and sessions are picked at random among many, so that the caches do not flatter the result.
 * Making the commands is measured too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseSerialGC"})
public class PairBenchmark {
  private static final int SESSIONS = 1_000;
  private static final int KEYS = 10_000;

  /** Holds on other keys. */
  @Param({"1000", "100000", "1000000"})
  private int holds;

  private Shard shard;
  private List<List<Target>> keys;
  private List<List<Target>> subtrees;
  private final SplittableRandom random = new SplittableRandom(1);

  /** Takes the other holds. */
  @Setup
  public void fill() {
    shard = new Shard(Shard.roomy(), SESSIONS);
    shard.hold(holds);
    keys =
        random
            .ints(KEYS, 0, Integer.MAX_VALUE)
            .mapToObj(i -> Shard.exclusive("/held/x" + i))
            .toList();
    subtrees =
        random
            .ints(KEYS, 0, Integer.MAX_VALUE)
            .mapToObj(i -> Shard.exclusive("/held/x" + i))
            .map(targets -> List.of(subtree(targets.get(0))))
            .toList();
  }

  private static Target subtree(Target target) {
    return new Target(target.key(), target.mode(), io.tenure.core.model.Scope.SUBTREE);
  }

  /** One key, next to the others. */
  @Benchmark
  public void key() {
    pair(keys);
  }

  /** One key and all below it, next to the others. */
  @Benchmark
  public void subtree() {
    pair(subtrees);
  }

  private void pair(List<List<Target>> choices) {
    int session = random.nextInt(SESSIONS);
    List<Target> targets = choices.get(random.nextInt(KEYS));
    long token = Shard.expectGranted(shard.acquire(session, "main", targets, false));
    shard.release(session, token);
  }
}
