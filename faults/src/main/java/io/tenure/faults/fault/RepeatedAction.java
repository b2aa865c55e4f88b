package io.tenure.faults.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An action that is repeated in a thread of its own for as long as a fault lasts. */
public final class RepeatedAction {
  /** One round. */
  @FunctionalInterface
  public interface Round {
    /** Does it, and says how long to wait until the next. */
    Duration perform() throws IOException, InterruptedException;
  }

  private final Round round;
  private final Thread thread;
  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile @Nullable Exception failure;

  private RepeatedAction(String name, Round round) {
    this.round = round;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  public static RepeatedAction start(String name, Round round) {
    RepeatedAction ongoing = new RepeatedAction(name, round);
    ongoing.thread.start();
    return ongoing;
  }

  private void run() {
    try {
      boolean over = false;
      while (!over) {
        Duration pause = round.perform();
        over = ending.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      failure = e;
    }
  }

  /** Returns when the round under way is over. Fails if one of them has failed. */
  public void end() throws IOException, InterruptedException {
    ending.countDown();
    thread.join();
    Exception failed = failure;
    if (failed != null) {
      throw new IOException(thread.getName() + ": " + failed.getMessage(), failed);
    }
  }
}
