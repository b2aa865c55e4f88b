package io.tenure.compare.driver;

import io.tenure.compare.system.LockClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A program that holds many keys. All its calls are made by one thread that lives until the end: to
 * some systems a hold belongs to the thread that acquired it.
 */
final class Holder implements Runnable {
  private static final int ERRORS_TOLERATED = 20;

  private final LockClient client;
  private final List<Guard> guards;
  private final Tally tally;
  private final int askedEach;
  private final List<GuardedLock> held = new ArrayList<>();
  private final CountDownLatch filled = new CountDownLatch(1);
  private final CountDownLatch mayRelease = new CountDownLatch(1);
  private final CountDownLatch emptied = new CountDownLatch(1);
  private volatile int count;

  /**
   * Of one client.
   *
   * @param askedEach of so many keys one is asked for before it is released: whether the service
   *     knows that it is held
   */
  Holder(LockClient client, List<Guard> guards, Tally tally, int askedEach) {
    this.client = client;
    this.guards = guards;
    this.tally = tally;
    this.askedEach = askedEach;
  }

  /** Opens when it has got what it can get. */
  CountDownLatch filled() {
    return filled;
  }

  CountDownLatch mayRelease() {
    return mayRelease;
  }

  CountDownLatch emptied() {
    return emptied;
  }

  /** How many keys it holds, or held before it released them. */
  int count() {
    return count;
  }

  @Override
  public void run() {
    try {
      fill();
      filled.countDown();
      mayRelease.await();
      empty();
      emptied.countDown();
    } catch (InterruptedException e) {
      // The run is over; what is missing shows in the counts.
    } finally {
      filled.countDown();
    }
  }

  private void fill() throws InterruptedException {
    int errors = 0;
    for (Guard guard : guards) {
      try {
        GuardedLock lock = new GuardedLock(client.mutex(guard.key()), guard, true);
        lock.acquire();
        held.add(lock);
        count = held.size();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        tally.error("acquire of " + guard.key(), e);
        if (++errors == ERRORS_TOLERATED) {
          return;
        }
      }
    }
  }

  private void empty() throws InterruptedException {
    for (int i = 0; i < held.size(); i++) {
      GuardedLock lock = held.get(i);
      if (i % askedEach == 0) {
        lock.askService(tally);
      }
      try {
        lock.release();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        tally.lostGrant(lock.key(), e);
      }
    }
  }
}
