package io.tenure.bench;

import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A grant that makes all waiting requests of its owner look for another reason to wait: the owner
 * has as many holds and requests as it may have, and the new hold covers a part of each request.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 200)
@Measurement(iterations = 200)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseSerialGC"})
public class CoveringHoldBenchmark {
  private static final io.tenure.core.model.Scope SUBTREE = io.tenure.core.model.Scope.SUBTREE;
  private static final String OWNER = "owner";
  private static final int TARGETS = HostileShape.MAX_TARGETS;
  private static final int SPARE_HOLDS = 1_000;

  private Shard shard;
  private List<Target> covering;
  private int granted;

  /** Holds and requests. */
  @Setup(Level.Trial)
  public void fill() {
    shard = new Shard(Limits.DEFAULT, 1);
    List<Target> crowd =
        List.of(new Target(Key.of("/crowd"), io.tenure.core.model.Mode.SHARED, SUBTREE));
    int holds = Limits.DEFAULT.holdsPerOwner() - SPARE_HOLDS;
    for (int i = 0; i < holds; i++) {
      HostileShape.grant(shard, "reader-" + i, crowd);
      HostileShape.grant(shard, OWNER, Shard.exclusive("/held/" + i));
    }
    HostileShape.grant(shard, "other", Shard.exclusive("/taken"));
    for (int i = 0; i < Limits.DEFAULT.waitersPerOwner(); i++) {
      List<Target> targets = new ArrayList<>();
      targets.add(Target.exclusive(Key.of("/covered/" + i)));
      for (int k = 2; k < TARGETS; k++) {
        targets.add(Target.shared(Key.of("/crowd/" + k)));
      }
      targets.add(Target.exclusive(Key.of("/taken")));
      shard.acquire(0, OWNER, "party-" + i, targets, true);
    }
    if (shard.state.waitingCount() != Limits.DEFAULT.waitersPerOwner()) {
      throw new IllegalStateException("waiting: " + shard.state.waitingCount());
    }
  }

  /** A hold that the owner does not have yet: of another key besides the one that covers. */
  @Setup(Level.Invocation)
  public void next() {
    covering =
        List.of(
            new Target(Key.of("/covered"), io.tenure.core.model.Mode.EXCLUSIVE, SUBTREE),
            Target.exclusive(Key.of("/more/" + granted++)));
  }

  /** One acquire. */
  @Benchmark
  public Outcome grantedAcquire() {
    return shard.acquire(0, OWNER, covering, false).outcome();
  }
}
