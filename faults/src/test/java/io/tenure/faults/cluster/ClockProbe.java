package io.tenure.faults.cluster;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that says, again and again, what its clocks show and how long its waits took by the one
 * that does not jump: {@code WALL_MILLIS NANO_TIME PARKED SELECTED WAITED SLEPT}. Ends when nobody
 * listens any more.
 */
final class ClockProbe {
  static final long WAIT_MILLIS = 100;

  private ClockProbe() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (Selector selector = Selector.open()) {
      while (!System.out.checkError()) {
        long begin = System.nanoTime();
        LockSupport.parkNanos(WAIT_MILLIS * 1_000_000);
        long parked = System.nanoTime();
        selector.select(WAIT_MILLIS);
        long selected = System.nanoTime();
        synchronized (selector) {
          selector.wait(WAIT_MILLIS);
        }
        long waited = System.nanoTime();
        Thread.sleep(WAIT_MILLIS);
        long slept = System.nanoTime();
        System.out.println(
            System.currentTimeMillis()
                + " "
                + System.nanoTime()
                + millis(begin, parked)
                + millis(parked, selected)
                + millis(selected, waited)
                + millis(waited, slept));
      }
    }
  }

  private static String millis(long from, long to) {
    return " " + (to - from) / 1_000_000;
  }
}
