package io.tenure.faults.fault.kind;

import io.tenure.faults.cluster.Node;
import io.tenure.faults.fault.Fault;
import io.tenure.faults.fault.FaultContext;
import io.tenure.faults.fault.MinimumDuration;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Processes that stand still and then go on as if nothing had happened. */
public final class Pauses {
  private Pauses() {}

  public static Fault leader(FaultContext context, Random random)
      throws IOException, InterruptedException {
    return pause(context.leader(random), "the leader", random);
  }

  public static Fault follower(FaultContext context, Random random)
      throws IOException, InterruptedException {
    return pause(context.follower(random), "a follower", random);
  }

  /**
   * Half of them for longer than any TTL, so that everything the node believes in when it goes on
   * may be over; the others for so long that the rest has hardly noticed.
   */
  private static Fault pause(Node victim, String role, Random random)
      throws IOException, InterruptedException {
    boolean pastTtl = random.nextBoolean();
    victim.pause();
    MinimumDuration time = MinimumDuration.of(pastTtl ? FaultContext.EXPIRY : Duration.ZERO);
    return Fault.of(
        victim.id() + ", " + role + ", stopped" + (pastTtl ? " past every TTL" : ""),
        victim,
        () -> {
          time.await();
          victim.resume();
        });
  }

  /** For long enough that their sessions expire: nothing else is different from a busy machine. */
  public static Fault clients(FaultContext context, Random random)
      throws IOException, InterruptedException {
    String who = context.workers().pause(random);
    Thread.sleep(FaultContext.EXPIRY.toMillis());
    return Fault.of(who + " stopped", List.of(), context.workers()::resume);
  }
}
