package io.tenure.faults.fault.kind;

import io.tenure.faults.cluster.Clock;
import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import io.tenure.faults.fault.MinimumDuration;
import io.tenure.faults.fault.RepeatedAction;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Wall clocks that are wrong, which must change nothing at all. */
public final class Clocks {
  private static final int LEAST_MINUTES = 1;
  private static final int MOST_MINUTES = 60;
  private static final int LEAST_DRIFT_PERCENT = 5;
  private static final int MOST_DRIFT_PERCENT = 100;

  /** Longer than the service may be silent then, or nobody could tell whether it was. */
  private static final Duration LASTING = Duration.ofSeconds(9);

  private Clocks() {}

  public static Fault jump(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    boolean ahead = random.nextBoolean();
    int minutes = FaultContext.between(LEAST_MINUTES, MOST_MINUTES, random);
    clock(node).shift(Duration.ofMinutes(ahead ? minutes : -minutes));
    String what =
        "the wall clock of %s %s by %d min"
            .formatted(node.id(), ahead ? "ahead" : "behind", minutes);
    MinimumDuration time = lasting(context);
    return Fault.of(
        what,
        node,
        () -> {
          time.await();
          clock(node).shift(Duration.ZERO);
        });
  }

  /** Together with something else there is nothing that it alone could be blamed for. */
  private static MinimumDuration lasting(FaultContext context) {
    return MinimumDuration.of(context.victim().isPresent() ? Duration.ZERO : LASTING);
  }

  public static Fault drift(FaultContext context, Random random) throws IOException {
    Node node = context.any(random);
    boolean fast = random.nextBoolean();
    int percent = FaultContext.between(LEAST_DRIFT_PERCENT, MOST_DRIFT_PERCENT, random);
    Clock clock = clock(node);
    long begin = System.nanoTime();
    RepeatedAction drifting =
        RepeatedAction.start(
            "drift",
            () -> {
              long gone = (System.nanoTime() - begin) / 100 * percent;
              clock.shift(Duration.ofNanos(fast ? gone : -gone));
              return Duration.ofSeconds(1);
            });
    String what =
        "the wall clock of %s %s by %d %%".formatted(node.id(), fast ? "fast" : "slow", percent);
    MinimumDuration time = lasting(context);
    return Fault.of(
        what,
        node,
        () -> {
          time.await();
          drifting.end();
          clock.shift(Duration.ZERO);
        });
  }

  /**
   * Clients whose clocks go back, and some of which are then cut off: if they believed in their
   * clocks, they would believe in what they hold long after the others were given it.
   */
  public static Fault clients(FaultContext context, Random random)
      throws IOException, InterruptedException {
    int minutes = FaultContext.between(LEAST_MINUTES, MOST_MINUTES, random);
    context.workers().shiftClocks(Duration.ofMinutes(-minutes));
    Thread.sleep(Clock.NOTICED_WITHIN.toMillis());
    Fault cutOff = Partitions.clients(context, random);
    return Fault.of(
        "the wall clocks of the clients behind by " + minutes + " min, and " + cutOff.what(),
        List.of(),
        () -> {
          String unused = cutOff.healing().heal();
          context.workers().shiftClocks(Duration.ZERO);
        });
  }

  private static Clock clock(Node node) throws IOException {
    return node.clock().orElseThrow(() -> new IOException(node.id() + " has no clock of its own"));
  }
}
