package io.tenure.compare;

import io.tenure.compare.driver.Reply;
import io.tenure.compare.driver.Request;
import io.tenure.compare.system.LockSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The side that loads a system: a process of its own, or in tests this JVM. */
interface LoadDriver extends AutoCloseable {
  /** Starts drivers. */
  interface Factory {
    /**
     * Starts a driver that is connected to a system.
     *
     * @param log for the output of the driver and of client libraries
     */
    LoadDriver start(LockSystem system, List<String> endpoints, Path log) throws IOException;
  }

  /**
   * Lets the driver do one step and waits for its reply.
   *
   * @throws IOException if the driver has ended, or does not reply within the limit
   */
  Reply ask(Request request, Duration limit) throws IOException, InterruptedException;

  @Override
  void close();
}
