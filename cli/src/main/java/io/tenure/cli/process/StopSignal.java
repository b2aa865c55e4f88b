package io.tenure.cli.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a long run come to an orderly end on Ctrl-C. While it is open, a process that is asked to
 * end waits until the run has noticed and closed it, but not for ever.
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
        // The process began to end just now; the hook finds that it need not wait.
        raised = true;
      }
    }
  }
}
