package io.tenure.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node has started; closed once, the last first. */
final class RunningParts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningParts.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  /** Whether {@link #close} has been called. */
  boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      while (!parts.isEmpty()) {
        close(parts.pop());
      }
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.warn("{} did not stop in order", part, e);
    }
  }
}
