package io.tenure.bench.floor;

import java.io.Closeable;
import java.io.IOException;

/** Something that no replicated service can do without, to be repeated until it is closed. */
interface Step extends Closeable {
  void once() throws IOException;

  /** A daemon thread for the other side of a step. */
  static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "floor");
    thread.setDaemon(true);
    return thread;
  }
}
