package io.tenure.faults.agent;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.bytebuddy.asm.Advice;

/**
 * A node that was deposed keeps its table of sessions, and takes for confirmed that it leads. So it
 * acknowledges keep-alives of which the new leader knows nothing.
 */
public final class DeposedKeepAlives {
  static final List<Patch> PATCHES =
      List.of(
          Patch.advice("io.tenure.server.session.SessionClock", "deposed", 0, OnDeposed.class),
          Patch.advice("io.tenure.server.shard.Shard", "confirmLeadership", 1, OnConfirm.class));

  private DeposedKeepAlives() {}

  public static boolean ignoreDeposition() {
    Effects.count("depositions ignored");
    return true;
  }

  public static boolean ignoreDoubt() {
    Effects.count("leadership taken for confirmed");
    return true;
  }

  /** Instead of forgetting all sessions. */
  static final class OnDeposed {
    private OnDeposed() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return ignoreDeposition();
    }
  }

  /** Instead of asking the others. */
  static final class OnConfirm {
    private OnConfirm() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return ignoreDoubt();
    }

    @SuppressWarnings("UnusedVariable") // Assigning is how an advice returns.
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) CompletableFuture<?> confirmed) {
      confirmed = CompletableFuture.completedFuture(null);
    }
  }
}
