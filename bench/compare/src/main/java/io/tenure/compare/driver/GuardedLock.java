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

  void release() throws Exception {
    guard.leave(exclusive);
    handle.release();
  }
}
