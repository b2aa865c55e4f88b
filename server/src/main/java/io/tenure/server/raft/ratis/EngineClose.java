package io.tenure.server.raft.ratis;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the engine, which (Ratis 3.3.0) does not always manage by itself: {@code
 * SegmentedRaftLog.close} has the write lock of the log while it waits for the end of the thread
 * that trims the log's cache, and that thread may be waiting for the lock. Each then waits for
 * ever, and so would whoever stops the node.
 *
 * <p>Both have nothing left to do. So if closing takes far too long, the first of the two waits is
 * interrupted, after which the log is closed as usual.
 */
final class EngineClose {
  private static final Logger LOG = LoggerFactory.getLogger(EngineClose.class);

  /** Many times what closing takes. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final String node;
  private final Duration patience;
  private final FutureTask<@Nullable Void> closing;

  private EngineClose(String node, Closeable server, Duration patience) {
    this.node = node;
    this.patience = patience;
    this.closing =
        new FutureTask<>(
            () -> {
              server.close();
              return null;
            });
  }

  /**
   * Returns when the engine is closed, or there is no hope that it ever will be.
   *
   * @param node whose engine it is
   * @param patience how long closing may take before it is helped, and again after
   */
  static void close(String node, Closeable server, Duration patience) throws IOException {
    try {
      new EngineClose(node, server, patience).run();
    } catch (ExecutionException e) {
      throw new IOException("the engine was not closed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() throws ExecutionException, InterruptedException {
    Thread thread = new Thread(closing, "tenure-engine-close");
    thread.setDaemon(true);
    thread.start();
    if (!isDone()) {
      interruptWaits();
      if (!isDone()) {
        LOG.warn("the engine does not close; everything acknowledged is on disk");
      }
    }
  }

  private boolean isDone() throws ExecutionException, InterruptedException {
    try {
      closing.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /** The groups are closed by threads of the engine's own, which only their names tell. */
  private void interruptWaits() {
    String closers = node + "-impl-thread";
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith(closers)) {
        thread.interrupt();
      }
    }
  }
}
