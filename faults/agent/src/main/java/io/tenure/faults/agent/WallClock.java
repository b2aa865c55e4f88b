package io.tenure.faults.agent;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.asm.AsmVisitorWrapper;

/**
 * Has the client read the wall clock wherever it reads the monotonic one: in all of it, because
 * times that are compared must come from the same clock.
 *
 * <p>The client sends a keep-alive early when its two clocks differ ({@code ResumeNotifier}). Here
 * they are the same clock, so it never does, and finds out no sooner that a term is over.
 */
public final class WallClock {
  private static final AsmVisitorWrapper READS =
      Calls.to(System.class, "nanoTime", WallClock.class);

  /** Without these, which decide how long a hold is good, it would not be wrong. */
  static final List<Patch> PATCHES =
      List.of(
          Patch.everywhere("io.tenure.client.internal.session.Term", READS),
          Patch.everywhere("io.tenure.client.internal.session.HoldHandle", READS),
          Patch.everywhere("io.tenure.client.internal.session.ServiceHold", READS),
          Patch.everywhere("io.tenure.client.internal.connection.Link", READS),
          Patch.everywhere("io.tenure.client.", READS));

  private WallClock() {}

  /** In place of {@link System#nanoTime}. */
  public static long nanoTime() {
    Effects.count("wall clock read");
    return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }
}
