package io.tenure.client;

import java.util.concurrent.locks.ReadWriteLock;

/** One key as two locks: to read, shared, and to write, exclusive. */
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
