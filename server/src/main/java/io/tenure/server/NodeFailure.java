package io.tenure.server;

import io.tenure.server.ops.NodeHealth;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a node that cannot go on: it must not acknowledge anything any more. If the process is the
 * node's alone, the process ends with it, even if the node does not stop in order.
 */
final class NodeFailure {
  private static final Logger LOG = LoggerFactory.getLogger(NodeFailure.class);

  /** Longer than the engine may take to close. */
  private static final long STOP_SECONDS = 30;

  private static final int FAILED = 1;

  private final boolean ownsProcess;
  private final NodeHealth health;
  private final RunningParts running;
  private final CompletableFuture<String> broken = new CompletableFuture<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  NodeFailure(boolean ownsProcess, NodeHealth health, RunningParts running) {
    this.ownsProcess = ownsProcess;
    this.health = health;
    this.running = running;
  }

  boolean hasFailed() {
    return broken.isDone();
  }

  /** Any thread: this node cannot go on. */
  void fatal(Throwable cause) {
    if (running.isClosed() && !broken.isDone()) {
      LOG.warn("internal error while the node was stopping", cause);
      return;
    }
    try {
      stopNode(cause);
    } catch (Throwable e) {
      if (ownsProcess) {
        Runtime.getRuntime().halt(FAILED);
      }
      throw e;
    }
  }

  private void stopNode(Throwable cause) {
    String what = reason(cause);
    if (broken.complete(what)) {
      health.failed(what);
      LOG.error("stopping: this node cannot go on: {}", what, cause);
      startDaemon(
          "tenure-stop",
          () -> {
            running.close();
            stopped.countDown();
          });
      if (ownsProcess) {
        startDaemon("tenure-halt", this::haltUnlessStopped);
      }
    }
  }

  private static void startDaemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Later than {@link #await} returns, and its caller ends the process. */
  private void haltUnlessStopped() {
    try {
      if (!stopped.await(2 * STOP_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(FAILED);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the node has failed and stopped, or takes too long to stop. Returns the reason. */
  String await() throws InterruptedException {
    try {
      String what = broken.get();
      if (!stopped.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("the node has not stopped within {} s", STOP_SECONDS);
      }
      return what;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Handles what ends threads that are not made here; those of the engine that nobody replaces have
   * a handler of their own. Where the JVM's handler is the program's own it stays.
   */
  void watchForeignThreads() {
    Thread.UncaughtExceptionHandler handler =
        (thread, thrown) -> {
          if (thrown instanceof Error) {
            fatal(thrown);
          } else {
            LOG.error("internal error on thread {}", thread.getName(), thrown);
          }
        };
    if (Thread.getDefaultUncaughtExceptionHandler() == null) {
      Thread.setDefaultUncaughtExceptionHandler(handler);
      running.keep(() -> Thread.setDefaultUncaughtExceptionHandler(null));
    }
  }

  /** The message of the innermost cause, since the engine wraps what it meets. */
  static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.toString() : message;
  }
}
