package io.tenure.server.raft.ratis;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers this node's calls of the engine. */
final class CallIds {
  private final AtomicLong last = new AtomicLong();

  long next() {
    return last.incrementAndGet();
  }
}
