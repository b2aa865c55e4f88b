package io.tenure.compare.driver.check;

import io.tenure.compare.system.LockHandle;

/** One worker's lock on one key. Reports each grant and release to the monitor of the key. */
public final class CheckedLock {
  private final LockHandle handle;
  private final ExclusionMonitor monitor;
  private final boolean exclusive;

  private CheckedLock(LockHandle handle, ExclusionMonitor monitor, boolean exclusive) {
    this.handle = handle;
    this.monitor = monitor;
    this.exclusive = exclusive;
  }

  /** A lock that excludes all others. */
  public static CheckedLock exclusive(LockHandle handle, ExclusionMonitor monitor) {
    return new CheckedLock(handle, monitor, true);
  }

  /** A lock that excludes only exclusive ones. */
  public static CheckedLock shared(LockHandle handle, ExclusionMonitor monitor) {
    return new CheckedLock(handle, monitor, false);
  }

  public String key() {
    return monitor.key();
  }

  /** Waits until the lock is granted. */
  public void acquire() throws Exception {
    monitor.enter(exclusive, handle.acquire());
  }

  /**
   * Asks the service whether it knows of the grant, and counts a lost grant if it does not. This is
   * an additional call, so it must not happen while latencies are recorded.
   */
  public void verifyHeld(FaultCounter faults) throws InterruptedException {
    try {
      if (!handle.isHeldByService()) {
        faults.lostGrant(key() + ": granted, but the service reports that it is not held");
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      faults.error("query of the holder of " + key(), e);
    }
  }

  /** Waits until the lock is released. */
  public void release() throws Exception {
    monitor.leave(exclusive);
    handle.release();
  }
}
