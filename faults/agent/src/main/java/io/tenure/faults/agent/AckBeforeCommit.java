package io.tenure.faults.agent;

import java.util.List;
import net.bytebuddy.asm.Advice;

/**
 * The engine takes for committed what the furthest member has, which is the leader, instead of what
 * a majority has, and looks at it as soon as the leader has it. So answers go out before the others
 * have the command, and are wrong if they never get it.
 */
public final class AckBeforeCommit {
  static final List<Patch> PATCHES =
      List.of(
          Patch.advice(
              "org.apache.ratis.server.impl.LeaderStateImpl$MinMajorityMax",
              "getMajority",
              1,
              OnMajority.class),
          Patch.advice(
              "io.tenure.server.raft.ratis.append.FlushNotice", "mayCommit", 0, OnFlush.class));

  private AckBeforeCommit() {}

  /** How far the log counts as committed. */
  public static long committed(long[] sorted, long majority) {
    long furthest = sorted[sorted.length - 1];
    if (furthest != majority) {
      Effects.count("committed without a majority");
    }
    return furthest;
  }

  /** Whether a flush of the leader's own may commit something. */
  public static boolean mayCommit(boolean wanted) {
    if (!wanted) {
      Effects.count("own flush taken for a majority's");
    }
    return true;
  }

  /** Around the choice of the index that a majority has. */
  static final class OnMajority {
    private OnMajority() {}

    @SuppressWarnings("UnusedVariable") // Assigning is how an advice returns.
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) long[] sorted, @Advice.Return(readOnly = false) long majority) {
      majority = committed(sorted, majority);
    }
  }

  /** Instead of waiting for the first follower. */
  static final class OnFlush {
    private OnFlush() {}

    @SuppressWarnings("UnusedVariable") // Assigning is how an advice returns.
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) boolean wanted) {
      wanted = mayCommit(wanted);
    }
  }
}
