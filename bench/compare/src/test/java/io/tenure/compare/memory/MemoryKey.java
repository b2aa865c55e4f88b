package io.tenure.compare.memory;

import io.tenure.compare.memory.MemorySystem.Fault;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A key with its holders and a first-in-first-out queue. */
final class MemoryKey {
  private static final int ODD_ONES = 7;

  private final Fault fault;
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
  private int readers;
  private boolean written;
  private long writerToken;
  private long grants;
  private long nextTicket;
  private long serving;

  MemoryKey(Fault fault) {
    this.fault = fault;
  }

  void watch(Runnable onChange) {
    if (fault != Fault.DOES_NOT_NOTIFY_ONE_WATCHER || !watchers.isEmpty()) {
      watchers.add(onChange);
    } else {
      watchers.add(() -> {});
    }
  }

  long acquire(boolean exclusive) throws InterruptedException {
    long token;
    synchronized (this) {
      long ticket = nextTicket++;
      try {
        while (ticket != serving || (!mayEnter(exclusive) && !oddOne(Fault.GRANTS_TWICE))) {
          wait();
        }
      } finally {
        serving = Math.max(serving, ticket + 1);
        notifyAll();
      }
      grants++;
      readers += exclusive ? 0 : 1;
      token = oddOne(Fault.REPEATS_TOKENS) ? grants - 1 : grants;
      if (exclusive) {
        written = fault != Fault.FORGETS_GRANTS;
        writerToken = token;
      }
    }
    watchers.forEach(Runnable::run);
    return token;
  }

  synchronized boolean isHeld(boolean exclusive, long token) {
    return exclusive ? written && writerToken == token : readers > 0;
  }

  /** Loses the holder, as if only a leader that has died had known it. */
  synchronized void forget() {
    written = false;
    notifyAll();
  }

  void release(boolean exclusive) throws IOException {
    synchronized (this) {
      readers -= exclusive ? 0 : 1;
      written &= !exclusive || (fault == Fault.KEEPS_KEYS && grants == ODD_ONES);
      notifyAll();
      if (oddOne(Fault.LOSES_GRANTS)) {
        throw new IOException("not held");
      }
    }
    watchers.forEach(Runnable::run);
  }

  private boolean mayEnter(boolean exclusive) {
    return !written && (!exclusive || readers == 0);
  }

  private boolean oddOne(Fault which) {
    return fault == which && grants % ODD_ONES == ODD_ONES - 1;
  }
}
