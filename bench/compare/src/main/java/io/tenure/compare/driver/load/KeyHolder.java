package io.tenure.compare.driver.load;

import io.tenure.compare.driver.check.CheckedLock;
import io.tenure.compare.driver.check.ExclusionMonitor;
import io.tenure.compare.driver.check.FaultCounter;
import io.tenure.compare.system.LockClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Acquires many keys with one client, holds them until it is told to release, and releases them.
 * One thread does all of this: to some systems a hold belongs to the thread that acquired it.
 */
final class KeyHolder implements Runnable {
  private static final int ERRORS_TOLERATED = 20;

  private final LockClient client;
  private final List<ExclusionMonitor> monitors;
  private final FaultCounter faults;
  private final int verifyEach;
  private final List<CheckedLock> held = new ArrayList<>();
  private final CountDownLatch filled = new CountDownLatch(1);
  private final CountDownLatch mayRelease = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile int count;

  /**
   * A holder of all keys of the monitors.
   *
   * @param verifyEach before the release the service is asked about every nth key
   */
  KeyHolder(
      LockClient client, List<ExclusionMonitor> monitors, FaultCounter faults, int verifyEach) {
    this.client = client;
    this.monitors = monitors;
    this.faults = faults;
    this.verifyEach = verifyEach;
  }

  /** Opens when all keys are held, or no more can be acquired. */
  CountDownLatch filled() {
    return filled;
  }

  /** Count this down to let the holder release its keys. */
  CountDownLatch mayRelease() {
    return mayRelease;
  }

  /** Opens when all keys are released. */
  CountDownLatch released() {
    return released;
  }

  /** How many keys it holds, or held before the release. */
  int count() {
    return count;
  }

  @Override
  public void run() {
    try {
      acquireAll();
      filled.countDown();
      mayRelease.await();
      releaseAll();
      released.countDown();
    } catch (InterruptedException e) {
      // The run is over; the counts show what is missing.
    } finally {
      filled.countDown();
    }
  }

  private void acquireAll() throws InterruptedException {
    int errors = 0;
    for (ExclusionMonitor monitor : monitors) {
      try {
        CheckedLock lock = CheckedLock.exclusive(client.mutex(monitor.key()), monitor);
        lock.acquire();
        held.add(lock);
        count = held.size();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        faults.error("acquire of " + monitor.key(), e);
        if (++errors == ERRORS_TOLERATED) {
          return;
        }
      }
    }
  }

  private void releaseAll() throws InterruptedException {
    for (int i = 0; i < held.size(); i++) {
      CheckedLock lock = held.get(i);
      if (i % verifyEach == 0) {
        lock.verifyHeld(faults);
      }
      try {
        lock.release();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        faults.lostGrant(lock.key(), e);
      }
    }
  }
}
