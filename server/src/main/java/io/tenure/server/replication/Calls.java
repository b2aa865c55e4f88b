package io.tenure.server.replication;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers this node's calls of the engine. */
final class Calls {
  private final AtomicLong last = new AtomicLong();

  long next() {
    return last.incrementAndGet();
  }
}
