package io.tenure.faults.work;

import java.util.concurrent.TimeUnit;

/**
 * Records when this process got no CPU time although it was not paused: a thread that sleeps
 * briefly wakes up late. A client is not blamed for being late at such times.
 */
final class StarvationDetector {
  private static final long BEAT_MILLIS = 10;

  /** Half of the margin by which clients are to know first. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Recorder recorder;
  private final String process;

  private StarvationDetector(Recorder recorder, String process) {
    this.recorder = recorder;
    this.process = process;
  }

  static void start(Recorder recorder, String process) {
    StarvationDetector heartbeat = new StarvationDetector(recorder, process);
    Thread thread = new Thread(heartbeat::beat, "heartbeat");
    thread.setDaemon(true);
    thread.start();
  }

  private void beat() {
    long lastNanos = System.nanoTime();
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(BEAT_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      long nanos = System.nanoTime();
      if (nanos - lastNanos > LATE_NANOS) {
        recorder.starved(process, lastNanos, nanos);
      }
      lastNanos = nanos;
    }
  }
}
