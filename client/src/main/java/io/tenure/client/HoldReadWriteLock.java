package io.tenure.client;

import java.util.concurrent.locks.ReadWriteLock;

/** One key as two locks: a shared lock for readers and an exclusive lock for writers. */
public final class HoldReadWriteLock implements ReadWriteLock {
  private final HoldLock read;
  private final HoldLock write;

  HoldReadWriteLock(HoldLock read, HoldLock write) {
    this.read = read;
    this.write = write;
  }

  @Override
  public HoldLock readLock() {
    return read;
  }

  @Override
  public HoldLock writeLock() {
    return write;
  }
}
