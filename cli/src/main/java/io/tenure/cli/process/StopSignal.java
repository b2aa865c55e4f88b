package io.tenure.cli.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a long run stop in order on Ctrl-C. While this is open, the end of the process is delayed
 * until the run has noticed the signal and closed this, but not longer than a limit.
 */
public final class StopSignal implements AutoCloseable {
  private static final long GRACE_SECONDS = 10;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::raise, "end-signal");
  private volatile boolean raised;

  public StopSignal() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the process was asked to end. */
  public boolean isRaised() {
    return raised;
  }

  private void raise() {
    raised = true;
    try {
      if (!closed.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        Thread.currentThread().interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    if (!raised) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process has just begun to end; the hook finds this closed and does not wait.
        raised = true;
      }
    }
  }
}
