package io.tenure.compare.driver;

import io.tenure.compare.system.LockHandle;

/** A worker's handle, checked against what everybody else has. */
final class GuardedLock {
  private final LockHandle handle;
  private final Guard guard;
  private final boolean exclusive;

  GuardedLock(LockHandle handle, Guard guard, boolean exclusive) {
    this.handle = handle;
    this.guard = guard;
    this.exclusive = exclusive;
  }

  String key() {
    return guard.key();
  }

  void acquire() throws Exception {
    guard.enter(exclusive, handle.acquire());
  }

  /** Asks the service whether it knows of the grant: a call more, so not while it is measured. */
  void askService(Tally tally) throws InterruptedException {
    try {
      if (!handle.isHeldByService()) {
        tally.lostGrant(key() + ": granted, but the service says that it is not held");
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      tally.error("question who holds " + key(), e);
    }
  }

  void release() throws Exception {
    guard.leave(exclusive);
    handle.release();
  }
}
